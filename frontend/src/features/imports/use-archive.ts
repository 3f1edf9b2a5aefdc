import { useEffect, useRef, useState } from 'react'
import type { ImportPreview } from '#domain/import-answers.ts'
import { sizeInWords } from '#domain/storage.ts'
import { isImportable } from '../../base/dropped-file.ts'
import { newId } from '../../base/ids.ts'
import { messageOf } from '../../base/problem.ts'
import { sendArchive } from '../../data/imports.ts'
import { type LooseFile, mostFiles, PackedTooLarge, packFiles } from './loose-files.ts'

const mostBytes = 100 * 2 ** 20
const unfit = ({ name, size }: File): string | undefined => {
  if (!isImportable(name))
    return `“${name}” is no zip, .md, .docx, .lk or .json file. Please compress the folder that holds your pages.`
  return size > mostBytes ? tooLarge(`“${name}” takes ${sizeInWords(size)}`) : undefined
}
const tooLarge = (what: string) => `${what}. At most 100 MB can be imported at once.`

/** Bytes of files that are worth packing: text rarely becomes smaller than a quarter. */
const mostLooseBytes = 4 * mostBytes

const unfitFiles = (files: readonly LooseFile[]): string | undefined => {
  if (files.length === 0) return 'There are no files in it.'
  if (files.length > mostFiles) return 'There are more than 50,000 files in it. Please import it in parts.'
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  return size > mostLooseBytes ? tooLarge(`These files take ${sizeInWords(size)}`) : undefined
}

interface Sent {
  name: string
  /** Share of the work that is done, from 0 to 1. */
  share: number
  /** Bytes of the file that is sent; undefined while files are listed and packed into it. */
  size?: number
}

/**
 * Uploads one archive at a time: a single file as it is, and several files, or those of a folder, as a zip. A new upload, or leaving the
 * screen, aborts the current one.
 */
export const useArchive = (campaignId: string, onRead: (preview: ImportPreview) => void) => {
  const [sent, setSent] = useState<Sent>()
  const [problem, setProblem] = useState<string>()
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  const refuse = (refusal: string | undefined) => {
    setProblem(refusal)
    if (refusal) setSent(undefined)
    return refusal !== undefined
  }
  /** `read` lists the files, which may take a while for a folder; it rejects if they cannot be read. */
  const send = async (read: (signal: AbortSignal) => Promise<readonly LooseFile[]> | readonly LooseFile[]) => {
    ending.current?.abort()
    const controller = new AbortController()
    ending.current = controller
    const { signal } = controller
    setProblem(undefined)
    setSent({ name: 'Reading the files', share: 0 })
    try {
      const files = await read(signal)
      if (signal.aborted) return
      const [only] = files
      const isOne = files.length === 1 && only !== undefined && !only.path.includes('/')
      if (!isOne && refuse(unfitFiles(files))) return
      const packing = (share: number) => setSent({ name: 'Packing the files', share })
      const file = isOne ? only.file : await packFiles(files, { mostBytes, report: packing, signal })
      if (refuse(unfit(file))) return
      const { name, size } = file
      const report = (share: number) => setSent({ name, size, share })
      report(0)
      onRead(await sendArchive({ campaignId, key: newId(), file }, report, signal))
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof PackedTooLarge) return void refuse(tooLarge('The zip of these files would be too large'))
      refuse(messageOf(error, 'This could not be read. Please try again.'))
    }
  }
  const cancel = () => {
    ending.current?.abort()
    setSent(undefined)
  }
  return { sent, problem, send, cancel }
}
export type Archive = ReturnType<typeof useArchive>
