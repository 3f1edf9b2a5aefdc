export const accountPath = (id: string): string => `/audit/accounts/${id}`
