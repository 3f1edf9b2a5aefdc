/** The end of an id, which distinguishes it from similar ones: ids created together share their beginning. */
export const shortId = (id: string): string => id.slice(-8)
