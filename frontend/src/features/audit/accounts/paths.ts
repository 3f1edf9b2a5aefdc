/** An account, as of an event where one is named. */
export const accountPath = (id: string, position?: string): string =>
  `/audit/accounts/${id}${position === undefined ? '' : `?position=${position}`}`
