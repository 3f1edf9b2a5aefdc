import { zipOf } from '../backend/platform/zip.ts'
import { deflated } from './hostile-files.ts'

/** Word and PDF documents as programs write them, invented. */

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const root = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:${name} xmlns:w="${word}" xmlns:r="${relations}" xmlns:a="${drawing}/main" xmlns:wp="${drawing}/wordprocessingDrawing" xmlns:pic="${drawing}/picture">${content}</w:${name}>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
/** `style` is the id of a style: `Heading1`, `Title`. */
export const paragraph = (content: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`
export const table = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`
export const bookmark = (name: string, text: string) =>
  `<w:bookmarkStart w:id="1" w:name="${name}"/>${run(text)}<w:bookmarkEnd w:id="1"/>`
export const linkTo = (name: string, text: string) => `<w:hyperlink w:anchor="${name}">${run(text)}</w:hyperlink>`
export const webLink = (id: string, text: string) => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`
export const footnote = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
export const pictureOf = (id: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="A keep"/><a:graphic><a:graphicData uri="${drawing}/picture"><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const relationship = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`
const related = (...all: string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
const style = (id: string, name: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
const headings = [1, 2, 3, 4, 5, 6].map((n) => style(`Heading${n}`, `heading ${n}`)).join('')

interface WordParts {
  /** Texts of footnotes 1, 2, …. */
  footnotes?: readonly string[]
  /** Pictures `rId20`, `rId21`, …. */
  pictures?: readonly Buffer[]
  /** The ending of their names. */
  pictureType?: string
  /** Addresses `rId40`, `rId41`, …. */
  links?: readonly string[]
  styles?: string
}

/** A Word document of these paragraphs and tables. */
export const docxOf = (
  body: readonly string[],
  {
    footnotes = [],
    pictures = [],
    pictureType = 'png',
    links = [],
    styles = headings + style('Title', 'Title'),
  }: WordParts = {},
): Buffer => {
  const rels = [
    relationship('rId1', 'styles', 'styles.xml'),
    relationship('rId2', 'footnotes', 'footnotes.xml'),
    ...pictures.map((_, n) => relationship(`rId${20 + n}`, 'image', `media/image${n + 1}.${pictureType}`)),
    ...links.map((address, n) => relationship(`rId${40 + n}`, 'hyperlink', escaped(address), 'External')),
  ]
  const notes = footnotes.map((text, n) => `<w:footnote w:id="${n + 1}">${paragraph(text)}</w:footnote>`)
  return zipOf([
    deflated('[Content_Types].xml', Buffer.from(types)),
    deflated('_rels/.rels', Buffer.from(related(relationship('rId1', 'officeDocument', 'word/document.xml')))),
    deflated('word/document.xml', Buffer.from(root('document', `<w:body>${body.join('')}</w:body>`))),
    deflated('word/_rels/document.xml.rels', Buffer.from(related(...rels))),
    deflated('word/styles.xml', Buffer.from(root('styles', styles))),
    deflated('word/footnotes.xml', Buffer.from(root('footnotes', notes.join('')))),
    ...pictures.map((bytes, n) => deflated(`word/media/image${n + 1}.${pictureType}`, bytes)),
  ])
}

interface PdfOptions {
  isEncrypted?: boolean
  /** Replaces the pages' content streams: their dictionaries with their bytes. */
  stream?: { dictionary: string; bytes: Buffer }
}

/** A PDF with a page for each text, which holds its lines. */
export const pdfOf = (pages: readonly string[], { isEncrypted = false, stream }: PdfOptions = {}): Buffer => {
  const objects: Buffer[] = []
  const add = (content: string | Buffer) => objects.push(Buffer.from(content))
  const kids = pages.map((_, n) => `${4 + 2 * n} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [n, page] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * n} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    const lines = page.split('\n').map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
    const text = Buffer.from(`BT /F1 12 Tf 14 TL 50 800 Td ${lines.join(' ')} ET`, 'latin1')
    const { dictionary, bytes } = stream ?? { dictionary: '', bytes: text }
    add(
      Buffer.concat([
        Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const key = '00'.repeat(32)
  if (isEncrypted) add(`<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${key}> /U <${key}> >>`)
  const offsets: number[] = []
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let at = parts[0]?.length ?? 0
  for (const [n, object] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(at)
    parts.push(whole)
    at += whole.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const encrypt = isEncrypted ? `/Encrypt ${objects.length} 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]` : ''
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${encrypt} >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
