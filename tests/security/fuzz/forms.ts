import fc from 'fast-check'
import sharp from 'sharp'
import { idNamed } from './ids.ts'
import { nastyText } from './texts.ts'

/** A form on its way: its bytes as latin1, so that what stands for ids can be filled in, and the header that goes with it. */
export interface Form {
  payload: string
  contentType: string
}

const pixels = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } })
const png = await pixels(1024, 1024).png().toBuffer()
const jpeg = await pixels(640, 1536).jpeg().toBuffer()
/** Says that it is so large that unpacking it would take all memory there is. */
const hugePng = Buffer.from(png)
hugePng.writeUInt32BE(60_000, 16)
hugePng.writeUInt32BE(60_000, 20)

const end = Buffer.from('504b050600000000ffffffff2e00000000000000ffff', 'hex')
const files: Record<string, Buffer> = {
  'picture.png': png,
  'picture.jpg': jpeg,
  'huge.png': hugePng,
  'torn.png': png.subarray(0, png.length / 2),
  'torn.jpg': jpeg.subarray(0, 400),
  'small.png': await pixels(8, 8).png().toBuffer(),
  'notes.txt': Buffer.from('The bell tolls.'),
  'notes.md': Buffer.from('# Bell\u0000'),
  'book.pdf': Buffer.from('%PDF-1.7\n%%EOF'),
  'book.docx': Buffer.concat([Buffer.from('PK\x03\x04'), end]),
  'page.html': Buffer.from('<script>alert(1)</script>'),
  'picture.svg': Buffer.from('<svg onload="alert(1)"/>'),
  'polyglot.png': Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
  empty: Buffer.alloc(0),
}

const boundary = '----fuzz'
const part = (head: string, body: string) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`
const fieldPart = (name: string, value: string) => part(`content-disposition: form-data; name="${name}"`, value)

/** Names come as they are: quotes, line ends and all. */
const quoted = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

const welcome = (field: string) =>
  Object.entries(files).filter(([name]) => name.startsWith(field === 'image' ? 'picture.' : 'notes.'))
const fairFile = (field: string) =>
  fc
    .oneof(fc.constantFrom(...welcome(field)), fc.constantFrom(...Object.entries(files)))
    .map(([name, bytes]) =>
      part(
        `content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream`,
        bytes.toString('latin1'),
      ),
    )
const nastyFile = (field: string) =>
  fc
    .tuple(nastyText(300), fc.constantFrom(...Object.keys(files)), fc.constantFrom(...Object.values(files)))
    .map(([prefix, name, bytes]) =>
      part(
        `content-disposition: form-data; name="${field}"; filename="${quoted(prefix)}${name}"`,
        bytes.toString('latin1'),
      ),
    )
const fields = fc.oneof(
  { weight: 4, arbitrary: idNamed('campaignId', '').map((id) => fieldPart('campaignId', id)) },
  { weight: 2, arbitrary: idNamed('id', 'images').map((id) => fieldPart('id', id)) },
  { weight: 2, arbitrary: nastyText(3_000).map((text) => fieldPart('name', quoted(text))) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString').map((name) => fieldPart(name, 'x')) },
  { weight: 1, arbitrary: nastyText(300).map((name) => fieldPart(quoted(name), 'x')) },
)

const contentType = `multipart/form-data; boundary=${boundary}`
const whole = (parts: readonly string[]) => `${parts.join('')}--${boundary}--\r\n`

/** Forms with a file in them: right, and in the ways in which they are wrong. */
export const forms = (field: string): fc.Arbitrary<Form> => {
  const parts = fc
    .tuple(fc.array(fields, { maxLength: 3 }), fc.oneof(fairFile(field), fairFile(field), nastyFile(field)))
    .map(([before, file]) => [...before, file])
  const right = parts.map((some) => ({ payload: whole(some), contentType }))
  const torn = fc
    .tuple(parts, fc.nat(2_000))
    .map(([some, cut]) => ({ payload: whole(some).slice(0, -1 - cut), contentType }))
  const mislabelled = fc
    .tuple(
      parts,
      fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        `multipart/form-data; boundary="${'b'.repeat(300)}"`,
        'multipart/mixed; boundary=----fuzz',
        'application/x-www-form-urlencoded',
        'application/json',
      ),
    )
    .map(([some, contentType]) => ({ payload: whole(some), contentType }))
  const many = fc
    .tuple(fc.constantFrom(fieldPart('name', 'x'), fieldPart('x', 'y'), part('x: y', 'z'), part('', '')), fc.nat(3_000))
    .map(([one, count]) => ({ payload: whole(Array.from({ length: count }, () => one)), contentType }))
  const twice = fc.tuple(parts, parts).map(([one, other]) => ({ payload: whole([...one, ...other]), contentType }))
  const longHead = fc.nat(100_000).map((length) => ({
    payload: whole([part(`content-disposition: form-data; name="${'n'.repeat(length)}"`, 'x')]),
    contentType,
  }))
  return fc.oneof(
    { weight: 6, arbitrary: right },
    { weight: 2, arbitrary: torn },
    { weight: 2, arbitrary: mislabelled },
    { weight: 1, arbitrary: many },
    { weight: 1, arbitrary: twice },
    { weight: 1, arbitrary: longHead },
  )
}
