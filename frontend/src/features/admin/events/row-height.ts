/** Returns the height of a row in pixels, which must match `rows.module.css`. On phones, a row has two lines. */
export const rowHeight = (isPhone: boolean): number => (isPhone ? 56 : 33)
