/** Returns the note of a deletion dialog for items that can be restored. */
export const staysInTrash = (count: number): string =>
  `${count === 1 ? 'It stays' : 'They stay'} in the Trash for 30 days.`
