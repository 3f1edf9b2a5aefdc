/** Said before something is deleted that can be brought back, in place of a warning that it cannot. */
export const staysInTrash = (count: number): string =>
  `${count === 1 ? 'It stays' : 'They stay'} in the Trash for 30 days.`
