import { randomBytes, randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { zipOf } from '../../../../backend/platform/zip.ts'
import { multipart } from '../../../api/multipart.ts'
import { docxOf, paragraph, pdfOf } from '../../../documents.ts'
import { bareMarkers, deflated, jpegOf, wordDocument } from '../../../hostile-files.ts'
import { moreSlowMarkdown, slowMarkdown } from '../../../slow-markdown.ts'
import { type Attack, type Attacker, flood, repeat } from '../attack.ts'

/** Content that is made to exhaust its parser. */

const megabyte = 2 ** 20
const makers = [...slowMarkdown, ...moreSlowMarkdown].map(([, of]) => of)
const slowText = (n: number, letters: number) => (makers[n % makers.length] as (letters: number) => string)(letters)

const documentOf = (name: string, bytes: Buffer) => wordDocument(deflated(name, bytes))
const comments = Buffer.of(0xff, 0xfe, 0x00, 0x02)

/** Sends the files in turns, as a form. */
const upload = (
  attacker: Attacker,
  path: string,
  field: string,
  files: readonly (readonly [string, string, Buffer])[],
) => {
  const forms = files.map(([filename, type, bytes]) => multipart({ [field]: { bytes, type, filename } }))
  return repeat(attacker, 4, ['POST', path], (n) => {
    const { payload, headers } = forms[n % forms.length] as (typeof forms)[number]
    return { raw: payload, headers }
  })
}

const flatPng = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#204060' }, limitInputPixels: false })
    .png({ compressionLevel: 9, effort: 1 })
    .toBuffer()

const segment = (attacker: Attacker, content: string) => ({
  entityType: 'CONJURATION',
  entityId: attacker.lore,
  type: 'STORY',
  title: 'Bomb',
  content,
})

export const documents: readonly Attack[] = [
  {
    name: 'slow Markdown of 60 kB in new segments',
    as: 'free',
    routes: ['POST /api/content-segments', 'POST /api/conjurations/convert'],
    parsers: ['markdown'],
    prepare: (attacker) =>
      repeat(attacker, 8, ['POST', '/api/content-segments'], (n) => ({ body: segment(attacker, slowText(n, 60_000)) })),
  },
  {
    name: 'slow Markdown of 240 kB replaces a text',
    as: 'member',
    routes: ['PATCH /api/content-segments/{id}'],
    parsers: ['markdown'],
    prepare: (attacker) =>
      repeat(attacker, 8, ['PATCH', `/api/content-segments/${attacker.segment}`], (n) => ({
        body: { content: slowText(n, 240_000).slice(0, 240_000) },
      })),
  },
  {
    name: 'document bombs: small archives of large pictures',
    as: 'free',
    routes: ['POST /api/campaigns/{id}/files', 'POST /api/files/upload'],
    parsers: ['campaignFile'],
    prepare(attacker) {
      const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      const pictures = [
        jpegOf(bareMarkers, 60 * megabyte),
        jpegOf(comments, 60 * megabyte),
        Buffer.alloc(60 * megabyte),
      ]
      const bombs = pictures.map((bytes) => ['a.docx', docx, documentOf('word/media/a.jpg', bytes)] as const)
      return upload(attacker, `/api/campaigns/${attacker.campaignId}/files`, 'file', bombs)
    },
  },
  {
    name: 'transcripts of 50 MB: one line, millions of lines, marks without an end, and no text',
    as: 'free',
    routes: ['POST /api/campaigns/{id}/story-vault'],
    parsers: ['transcript'],
    prepare(attacker) {
      const size = 49 * megabyte
      const files = [
        ['one.txt', 'text/plain', Buffer.alloc(size, 'a word ')] as const,
        ['rows.srt', 'text/plain', Buffer.alloc(size, '00:00:01,000 --> 00:00:02,000\nA: b\n\n')] as const,
        ['marks.vtt', 'text/vtt', Buffer.alloc(size, '<')] as const,
        ['picture.md', 'text/plain', randomBytes(size)] as const,
      ]
      return upload(attacker, `/api/campaigns/${attacker.campaignId}/story-vault`, 'file', files)
    },
  },
  {
    name: 'archives to import: bombs, many entries, and pages that take long to convert',
    as: 'free',
    routes: ['POST /api/campaigns/{id}/imports'],
    parsers: ['archive'],
    prepare(attacker) {
      const zip = 'application/zip'
      const many = Array.from({ length: 60_000 }, (_, n) => deflated(`${n}.md`, Buffer.alloc(0)))
      const slow = Array.from({ length: 40 }, (_, n) => deflated(`${n}.md`, Buffer.from(slowText(n, 240_000))))
      const archives = [
        ['bomb.zip', zip, zipOf([deflated('a.md', Buffer.alloc(200 * megabyte))])] as const,
        ['many.zip', zip, zipOf(many)] as const,
        ['slow.zip', zip, zipOf(slow)] as const,
      ]
      return upload(attacker, `/api/campaigns/${attacker.campaignId}/imports`, 'file', archives)
    },
  },
  {
    name: 'documents of 24 MB, up to the quota',
    as: 'free',
    routes: ['POST /api/campaigns/{id}/files'],
    parsers: ['campaignFile'],
    prepare(attacker) {
      const files = [
        ['a.jpg', 'image/jpeg', jpegOf(comments, 24 * megabyte)],
        ['a.pdf', 'application/pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(24 * megabyte)])],
        ['a.txt', 'text/plain', Buffer.alloc(24 * megabyte, 'All work and no play. ')],
      ] as const
      return upload(attacker, `/api/campaigns/${attacker.campaignId}/files`, 'file', files)
    },
  },
  {
    name: 'documents that take long to read, named for texts',
    as: 'free',
    routes: ['POST /api/llms/arbitrary/prompt'],
    parsers: ['document'],
    async prepare(attacker) {
      const { campaignId } = attacker
      const files = `/api/campaigns/${campaignId}/files`
      const dictionary = '/Filter [/FlateDecode /FlateDecode]'
      const ids: string[] = []
      let position = '0'
      for (let n = 0; n < 6; n++) {
        const text = deflateSync(Buffer.alloc((48 + n) * megabyte, '(a) Tj '))
        const bytes =
          n % 2 === 0
            ? pdfOf(['x'], { stream: { dictionary, bytes: deflateSync(text) } })
            : docxOf([paragraph('a'.repeat((20 + n) * megabyte))])
        const filename = n % 2 === 0 ? `${n}.pdf` : `${n}.docx`
        const form = multipart({ file: { bytes, type: 'application/octet-stream', filename } })
        const added = await attacker.need('POST', files, { raw: form.payload, headers: form.headers })
        ids.push(added.id)
        position = String(added.position)
      }
      await attacker.need('GET', '/api/users/me', { headers: { 'min-position': position } })
      return repeat(attacker, 4, ['POST', '/api/llms/arbitrary/prompt'], (n) => ({
        body: { campaignId, prompt: 'Describe it', context: { fileIds: [ids[n % ids.length]] } },
      }))
    },
  },
  {
    name: 'downloads of documents that are stripped first',
    as: 'free',
    routes: ['GET /api/campaigns/{id}/files/{fileId}/download'],
    parsers: ['storedFile'],
    async prepare(attacker) {
      const files = `/api/campaigns/${attacker.campaignId}/files`
      const ids: string[] = []
      let position = '0'
      for (let n = 0; n < 8; n++) {
        const bytes = jpegOf(comments, 4 * megabyte + n)
        const form = multipart({ file: { bytes, type: 'image/jpeg', filename: `${n}.jpg` } })
        const added = await attacker.need('POST', files, { raw: form.payload, headers: form.headers })
        ids.push(added.id)
        position = String(added.position)
      }
      await attacker.need('GET', '/api/users/me', { headers: { 'min-position': position } })
      return flood(8, async (n, signal) =>
        attacker.count(await attacker.send('GET', `${files}/${ids[n % ids.length]}/download`, { signal })),
      )
    },
  },
  {
    name: 'picture bombs: large dimensions, markers, chunks',
    as: 'free',
    routes: ['POST /api/images/upload'],
    parsers: ['picture'],
    async prepare(attacker) {
      const png = await flatPng(4096, 4096)
      const files = [
        ['a.png', 'image/png', await flatPng(12_000, 9_000)],
        ['b.png', 'image/png', png],
        ['a.jpg', 'image/jpeg', jpegOf(bareMarkers, 9 * megabyte)],
        ['b.jpg', 'image/jpeg', jpegOf(comments, 9 * megabyte)],
        ['c.png', 'image/png', Buffer.concat([png.subarray(0, 33), Buffer.alloc(9 * megabyte)])],
      ] as const
      return upload(attacker, `/api/images/upload?campaignId=${attacker.campaignId}`, 'image', files)
    },
  },
  {
    name: 'masks of large dimensions',
    as: 'free',
    routes: ['POST /api/images/{id}/inpaint', 'POST /api/images/{id}/erase'],
    parsers: ['mask'],
    async prepare(attacker) {
      const picture = await flatPng(1024, 1024)
      const form = multipart({ image: { bytes: picture, type: 'image/png' } })
      const to = `/api/images/upload?campaignId=${attacker.campaignId}`
      const { id } = await attacker.need('POST', to, { raw: form.payload, headers: form.headers })
      const mask = multipart({ mask: { bytes: await flatPng(8_000, 8_000), type: 'image/png' }, prompt: 'A tower' })
      return repeat(attacker, 4, ['POST', `/api/images/${id}/inpaint`], () => ({
        raw: mask.payload,
        headers: mask.headers,
      }))
    },
  },
  {
    name: 'nested JSON and bodies at the limit',
    as: 'free',
    routes: [
      'POST /api/templates',
      'PUT /api/templates/{id}',
      'POST /api/templates/generate',
      'POST /api/llms/structured',
    ],
    prepare(attacker) {
      const letters = 255_000
      const bodies = [
        '['.repeat(letters),
        `{"a":${'['.repeat(letters / 2 - 10)}${']'.repeat(letters / 2 - 10)}}`,
        JSON.stringify({ name: 'A', attributes: Array.from({ length: 6_000 }, () => ({ name: 'x', type: 'text' })) }),
        JSON.stringify(Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`k${n}`, n]))),
      ]
      const headers = { 'content-type': 'application/json' }
      const paths = ['/api/templates', '/api/templates/generate', '/api/llms/structured', '/api/images']
      const sends = paths.map((path) =>
        repeat(attacker, 3, ['POST', path], (n) => ({ raw: bodies[n % bodies.length] ?? '', headers })),
      )
      return (signal) => Promise.all(sends.map((send) => send(signal)))
    },
  },
  {
    name: 'structures of 20 kB for the text model',
    as: 'free',
    routes: [
      'POST /api/llms/structured',
      'POST /api/llms/arbitrary/prompt',
      'POST /api/content-segments/{id}/writings',
    ],
    prepare(attacker) {
      const jsonString = JSON.stringify(
        Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field ${n} `.padEnd(360, 'x'), ''])),
      )
      const body = { campaignId: attacker.campaignId, prompt: 'a harbour '.repeat(150), jsonString }
      return repeat(attacker, 6, ['POST', '/api/llms/structured'], () => ({ body: { ...body, id: randomUUID() } }))
    },
  },
]
