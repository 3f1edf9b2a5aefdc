import { once } from 'node:events'
import { posix } from 'node:path'
import { PassThrough } from 'node:stream'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { escapeHtml, lowerHeadings, toHtml } from '#richtext/to-html.ts'
import type { PlacedPage } from '../layout.ts'
import {
  type ExportedLink,
  type ExportedPage,
  type ExportedSection,
  linkArrows,
  otherPictures,
  picturesOn,
} from '../pages.ts'
import type { ExportSource, ExportWriter } from '../writer.ts'
import { bookScript, bookStyle, repeatedPicture } from './page.ts'

interface BookAddresses {
  mention(kind: 'lore' | 'file', id: string): string | undefined
  picture(id: string): string | undefined
  nameOf(id: string): string
}

const nameOf = ({ name }: { name: string }) => escapeHtml(name.trim() || untitledConjuration)

/** Returns the number of outer folders that two successive pages share. */
const sharedDepth = (before: readonly string[], after: readonly string[]): number => {
  const n = after.findIndex((name, depth) => before[depth] !== name)
  return n < 0 ? after.length : n
}

/** The list of contents, with the folders as nested lists. */
const contentsOf = (pages: readonly PlacedPage[]): string => {
  let html = '<ul>'
  let open: readonly string[] = []
  for (const [n, { name, folders }] of pages.entries()) {
    const shared = sharedDepth(open, folders)
    html += '</ul></details></li>'.repeat(open.length - shared)
    for (const folder of folders.slice(shared))
      html += `<li><details open><summary dir="auto">${escapeHtml(folder)}</summary><ul>`
    open = folders
    html += `<li><a href="#p${n}" dir="auto">${nameOf({ name })}</a></li>`
  }
  return `${html}${'</ul></details></li>'.repeat(open.length)}</ul>`
}

const picturesOf = (ids: readonly string[], { picture, nameOf }: BookAddresses): string =>
  ids
    .flatMap((id) => {
      const address = picture(id)
      if (address === undefined) return []
      const name = escapeHtml(nameOf(id))
      const caption = name && `<figcaption dir="auto">${name}</figcaption>`
      return [`<figure><img loading="lazy" alt="${name}" src="${escapeHtml(address)}">${caption}</figure>`]
    })
    .join('')

const linksOf = (links: readonly ExportedLink[], { mention }: BookAddresses): string => {
  const items = links.map((link) => {
    const address = mention('lore', link.id)
    const name = address === undefined ? nameOf(link) : `<a href="${address}">${nameOf(link)}</a>`
    return `<li dir="auto">${linkArrows[link.direction]} ${name}${link.comment && `: ${escapeHtml(link.comment)}`}</li>`
  })
  return items.length > 0 ? `<ul>${items.join('')}</ul>` : ''
}

const sectionOf = (section: ExportedSection, links: readonly ExportedLink[], addresses: BookAddresses): string => {
  const { title, type, isForDms, ops, pictures } = section
  const text = type === 'STORY' ? lowerHeadings(toHtml(ops, { addresses }), 2) : ''
  const list = type === 'RELATIONSHIPS' ? linksOf(links, addresses) : ''
  const badge = isForDms ? ' <small>DM only</small>' : ''
  const heading = `<h3 dir="auto">${escapeHtml(title)}${badge}</h3>`
  return `<section${isForDms ? ' class="dm"' : ''}>${heading}${text}${list}${picturesOf(pictures, addresses)}</section>`
}

const articleOf = (page: ExportedPage, id: string, addresses: BookAddresses): string => {
  const { tags, description, sections, links } = page
  const others = otherPictures(page)
  const isLinked = sections.some(({ type }) => type === 'RELATIONSHIPS')
  const marks = tags.map((tag) => `<span dir="auto">#${escapeHtml(tag)}</span>`).join(' ')
  return [
    `<article id="${id}"><h2 dir="auto">${nameOf(page)}</h2>`,
    marks && `<p class="tags">${marks}</p>`,
    lowerHeadings(toHtml(description, { addresses }), 2),
    ...sections.map((section) => sectionOf(section, links, addresses)),
    links.length > 0 && !isLinked ? `<section><h3>Relationships</h3>${linksOf(links, addresses)}</section>` : '',
    others.length > 0 ? `<section><h3>Pictures</h3>${picturesOf(others, addresses)}</section>` : '',
    '</article>\n',
  ].join('')
}

const headOf = (name: string, pages: readonly PlacedPage[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeHtml(name)}</title><style>${bookStyle}</style></head>
<body><nav aria-label="Contents"><label>Search <input type="search" id="search" autocomplete="off"></label>
<p id="found" role="status"></p>${contentsOf(pages)}</nav>
<main><header><h1 dir="auto">${escapeHtml(name)}</h1><p>${pages.length.toLocaleString('en')} pages</p></header>
`

const addressIn = (root: string, path: string | undefined): string | undefined =>
  path === undefined ? undefined : encodeURI(posix.relative(root, path))

/** Addresses of the pictures of a page. */
type PictureAddresses = (page: ExportedPage) => Promise<BookAddresses['picture']>

/** Writes everything as one HTML page with its contents and a search, which a browser opens and prints. */
const htmlWriter = (
  { name, layout, pictures, target }: ExportSource,
  path: string,
  addressesIn: PictureAddresses,
): ExportWriter => {
  const numberOf = new Map(layout.pages.map(({ id }, n) => [id, `p${n}`]))
  const addresses: Omit<BookAddresses, 'picture'> = {
    mention(kind, id) {
      const number = kind === 'lore' ? numberOf.get(id) : undefined
      return number && `#${number}`
    },
    nameOf: pictures.nameOf,
  }
  const html = new PassThrough()
  const added = target.add(path, html)
  added.catch(() => html.destroy())
  const write = async (text: string) => {
    if (!html.write(text)) await Promise.race([once(html, 'drain'), added])
  }
  let open: readonly string[] = []
  let isBegun = false
  const begin = async () => {
    if (!isBegun) await write(headOf(name, layout.pages))
    isBegun = true
  }
  return {
    async add(page, { id, folders }) {
      await begin()
      if (folders.join('\n') !== open.join('\n'))
        await write(`<p class="folder" dir="auto">${folders.map(escapeHtml).join(' › ')}</p>\n`)
      open = folders
      await write(articleOf(page, numberOf.get(id) ?? '', { ...addresses, picture: await addressesIn(page) }))
    },
    async finish() {
      await begin()
      html.end(`</main><script>${bookScript}</script></body></html>\n`)
      await added
    },
  }
}

/** A book whose pictures lie in a folder next to it. */
export const bookWriter = (source: ExportSource): ExportWriter => {
  const root = posix.dirname(source.layout.pictureFolder)
  const picture = (id: string) => addressIn(root, source.pictures.pathOf(id))
  return htmlWriter(source, posix.join(root, 'index.html'), async () => picture)
}

/** A book that is a single file. The script of the book copies a repeated picture from its first occurrence. */
export const singleBookWriter = (source: ExportSource): ExportWriter => {
  const numberOf = new Map<string, number>()
  return htmlWriter(source, 'index.html', async (page) => {
    const read = new Map<string, string>()
    for (const id of picturesOn(page)) {
      const bytes = numberOf.has(id) ? undefined : await source.pictures.read(id)
      if (bytes) read.set(id, `data:image/webp;base64,${bytes.toString('base64')}`)
    }
    return (id) => {
      const number = numberOf.get(id)
      if (number !== undefined) return `${repeatedPicture}${number}`
      const address = read.get(id)
      if (address !== undefined) numberOf.set(id, numberOf.size)
      return address
    }
  })
}
