/** Path of an account, at an event's position if given. */
export const accountPath = (id: string, position?: string): string =>
  `/audit/accounts/${id}${position === undefined ? '' : `?position=${position}`}`
