/** '3 folders', '1 folder'. */
export const formatCount = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
