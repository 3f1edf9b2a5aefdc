/** The arrangement of paper standees on their sheets. All lengths are in mm, from the upper left. */

export const papers = { A4: { width: 210, height: 297 }, Letter: { width: 215.9, height: 279.4 } } as const
export type Paper = keyof typeof papers

const margin = 10
const gap = 4
/** Height of the area for the line that checks the scale of the print. */
export const footer = 10

export interface Standee {
  name: string
  /** Width of its picture divided by the height. */
  aspect: number
  copies: number
}

/** A strip that is folded once above the figure and once below each side. */
export interface Strip {
  /** The index of its standee in the list. */
  of: number
  name: string
  x: number
  y: number
  width: number
  /** Height of the figure; `tab` is the height of each tab. */
  height: number
  tab: number
}

export const copiesLimit = 20
export const standeesLimit = 200

const narrowest = 0.4
const widest = 1.25

export const stripHeight = ({ height, tab }: Pick<Strip, 'height' | 'tab'>): number => 2 * (height + tab)

/** Sheets of strips, row by row; copies of one standee are numbered. */
export const layOut = (standees: readonly Standee[], height: number, paper: Paper): Strip[][] => {
  const { width: pageWidth, height: pageHeight } = papers[paper]
  const [right, bottom] = [pageWidth - margin, pageHeight - margin - footer]
  const tab = Math.min(14, height * 0.35, (bottom - margin - 2 * height) / 2)
  const sheets: Strip[][] = []
  let [x, y] = [margin, Number.POSITIVE_INFINITY]
  for (const [of, { name, aspect, copies }] of standees.entries()) {
    const width = Math.min(height * Math.min(widest, Math.max(narrowest, aspect)), right - margin)
    for (let copy = 1; copy <= copies; copy++) {
      if (x + width > right) {
        x = margin
        y += stripHeight({ height, tab }) + gap
      }
      if (y + stripHeight({ height, tab }) > bottom) {
        sheets.push([])
        x = margin
        y = margin
      }
      sheets.at(-1)?.push({ of, name: copies > 1 ? `${name} ${copy}` : name, x, y, width, height, tab })
      x += width + gap
    }
  }
  return sheets
}
