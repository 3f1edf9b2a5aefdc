/** Days for which deleted things can be restored. */
export const trashDays = 30
