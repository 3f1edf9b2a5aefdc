import type { Ops } from '#domain/deltas.ts'

/** Bounds of an import. The archive and the answer of its parser each fit into one frame of the child process. */
export const importLimits = {
  archiveBytes: 100 * 2 ** 20,
  /** Entries of the archive, folders included. */
  entries: 50_000,
  pages: 20_000,
  pageBytes: 8 * 2 ** 20,
  /** Bytes that are unpacked, pages and pictures together. */
  unpackedBytes: 160 * 2 ** 20,
  pictureBytes: 10 * 2 ** 20,
  /** Sections of a page; the domain permits a few more, so that members can still add some. */
  sections: 90,
  problems: 20_000,
  pathLetters: 500,
  folderDepth: 50,
} as const

/** Bytes of a part: the parser packs texts and pictures into parts, and the importer reads one at a time. */
export const partBytes = 8 * 2 ** 20

/** A range of bytes of a part. */
export interface Blob {
  part: number
  at: number
  length: number
}

/** A text of a page. Only DMs see a section that is `isForDms`. */
export interface PlannedSection {
  id: string
  title: string
  isForDms: boolean
  ops: Ops
}

export interface PlannedPage {
  id: string
  path: string
  name: string
  /** Index in `folders`; null is the root of the archive. */
  folder: number | null
  tags: string[]
  description: string
  /** The page declares that readers may see it. */
  isPublished: boolean
  /** True if the source hides the page: only DMs see it, regardless of the visibility chosen for the import. */
  isHidden?: boolean
  /** Its sections as JSON. */
  blob: Blob
  /** Index in `pictures`. */
  primary: number | null
}

export interface PlannedPicture {
  id: string
  path: string
  name: string
  /** The first page that shows it. */
  page: number | null
  blob: Blob
}

export interface PlannedFolder {
  id: string
  path: string
  name: string
  parent: number | null
}

/** A relationship of two pages, by their indexes in `pages`. */
export interface PlannedLink {
  id: string
  source: number
  target: number
  comment: string
}

/** `left`: not imported. `changed`: imported in another form. `noted`: imported, with something to know. */
export interface ImportProblem {
  kind: 'left' | 'changed' | 'noted'
  path: string
  reason: string
}

export interface ImportCounts {
  /** Links that become mentions. */
  links: number
  /** Links that stay text. */
  textLinks: number
  /** Distinct tags. */
  tags: number
  /** Sections that only DMs see. */
  secrets: number
  /** Pages of the source that are not imported. */
  leftPages: number
  /** Problems beyond those that are listed. */
  moreProblems: number
}

/** Describes an import without its contents, which `parts` hold. */
export interface ImportPlan {
  source: 'obsidian' | 'markdown' | 'notion' | 'docx' | 'kanka' | 'legendkeeper' | 'world-anvil' | 'foundry'
  name: string
  folders: PlannedFolder[]
  pages: PlannedPage[]
  pictures: PlannedPicture[]
  /** Absent if the format has none. */
  links?: PlannedLink[]
  problems: ImportProblem[]
  counts: ImportCounts
  /** The length of each part. */
  parts: number[]
}

/** Packs blobs into parts in the order in which they are added. */
export const packParts = () => {
  let pieces: Uint8Array[] = []
  let packed: Buffer[] = []
  const lengths: number[] = []
  const pack = () => {
    if (pieces.length > 0) packed.push(Buffer.concat(pieces))
    pieces = []
  }
  return {
    add(bytes: Uint8Array): Blob {
      const last = lengths.at(-1)
      if (last === undefined || last + bytes.length > partBytes) {
        pack()
        lengths.push(0)
      }
      const part = lengths.length - 1
      const at = lengths[part] ?? 0
      lengths[part] = at + bytes.length
      pieces.push(bytes)
      return { part, at, length: bytes.length }
    },
    /** Returns the full parts that were not returned before. The plan does not retain them. */
    take(): Buffer[] {
      const taken = packed
      packed = []
      return taken
    },
    /** Ends the last part, and returns the lengths of all. */
    finish(): number[] {
      pack()
      return lengths
    },
  }
}

/** Collects problems, each once, up to a limit. */
export const problemList = () => {
  const problems: ImportProblem[] = []
  const seen = new Set<string>()
  let more = 0
  return {
    add(kind: ImportProblem['kind'], path: string, reason: string) {
      const key = `${path}\n${reason}`
      if (seen.has(key)) return
      if (problems.length >= importLimits.problems) {
        more++
        return
      }
      seen.add(key)
      problems.push({ kind, path: path.slice(0, importLimits.pathLetters), reason })
    },
    finish() {
      const rank = { left: 0, changed: 1, noted: 2 }
      return { problems: problems.toSorted((a, b) => rank[a.kind] - rank[b.kind]), more }
    },
  }
}
export type ProblemList = ReturnType<typeof problemList>
