import { footer, type Paper, papers, type Strip, stripHeight } from './layout.ts'
import { type Jpeg, literal, writable, writePdf } from './pdf.ts'

const pointsPerMm = 72 / 25.4
/** Font size of names in points. */
const letters = 6.5
/** Mean width of a letter of Helvetica, as a share of its size. */
const letterWidth = 0.54
const scaleMm = 50

const point = (mm: number): string => (mm * pointsPerMm).toFixed(3)

/** Shortens a name to a width in mm. */
const fitted = (name: string, width: number): string => {
  const most = Math.floor((width * pointsPerMm) / (letters * letterWidth))
  const clean = writable(name)
  return clean.length <= most ? clean : clean.slice(0, Math.max(1, most))
}

/** Operators for a strip. The back is its front turned over the fold, so that both outlines meet. */
const draw = (strip: Strip, pageHeight: number): string[] => {
  const { of, x, y, width, height, tab } = strip
  // From the top edge of the sheet to the bottom edge of a PDF page.
  const up = (mm: number) => point(pageHeight - mm)
  const [back, fold, low, end] = [y + tab, y + tab + height, y + tab + 2 * height, y + stripHeight(strip)]
  const line = (at: number) => `${point(x)} ${up(at)} m ${point(x + width)} ${up(at)} l S`
  const name = fitted(strip.name, width - 1.5)
  const half = (name.length * letters * letterWidth) / 2 / pointsPerMm
  const middle = x + width / 2
  return [
    `q ${point(width)} 0 0 ${point(height)} ${point(x)} ${up(low)} cm /I${of} Do Q`,
    `q ${point(width)} 0 0 -${point(height)} ${point(x)} ${up(back)} cm /I${of} Do Q`,
    // Cut along the outline; fold along the dashes.
    `0.25 w 0.45 G [] 0 d ${point(x)} ${up(end)} ${point(width)} ${point(stripHeight(strip))} re S`,
    `[2 1.5] 0 d ${[back, fold, low].map(line).join(' ')} [] 0 d`,
    `BT 0.2 g /F ${letters} Tf 1 0 0 1 ${point(middle - half)} ${up(low + tab / 2 + 0.8)} Tm ${literal(name)} Tj ET`,
    `BT /F ${letters} Tf -1 0 0 -1 ${point(middle + half)} ${up(back - tab / 2 - 0.8)} Tm ${literal(name)} Tj ET`,
  ]
}

const rule = (paper: Paper): string[] => {
  const { width, height } = papers[paper]
  const y = point(10 + footer / 2 - 3)
  const [from, to] = [width - 10 - scaleMm, width - 10]
  const tick = (x: number) => `${point(x)} ${point(10.5)} m ${point(x)} ${point(13.5)} l S`
  const note = `Print at 100 % (actual size) on ${paper}: the line on the right is then ${scaleMm} mm long. Cut along the outlines, fold along the dashes, glue.`
  return [
    `0.4 w 0.2 G ${point(from)} ${y} m ${point(to)} ${y} l S ${tick(from)} ${tick(to)}`,
    `BT 0.35 g /F 6 Tf 1 0 0 1 ${point(10)} ${point(11)} Tm ${literal(note)} Tj ET`,
    `% ${height.toFixed(1)} mm`,
  ]
}

/** Returns a PDF of standees at true scale. `pictures` are in the order of the numbers of the strips. */
export const standeePdf = (
  sheets: readonly (readonly Strip[])[],
  pictures: readonly Jpeg[],
  paper: Paper,
): Uint8Array<ArrayBuffer> => {
  const { width, height } = papers[paper]
  const pages = sheets.map((strips) => ({
    width: width * pointsPerMm,
    height: height * pointsPerMm,
    content: [...strips.flatMap((strip) => draw(strip, height)), ...rule(paper)].join('\n'),
  }))
  return writePdf(pages, pictures, 'Paper standees')
}
