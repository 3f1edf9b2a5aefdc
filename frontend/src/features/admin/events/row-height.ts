/** As `rows.module.css` has it: on phones a row has two lines. */
export const rowHeight = (isPhone: boolean): number => (isPhone ? 56 : 33)
