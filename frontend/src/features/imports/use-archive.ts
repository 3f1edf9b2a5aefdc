import { useEffect, useRef, useState } from 'react'
import type { ImportPreview } from '#domain/import-answers.ts'
import { sizeInWords } from '#domain/storage.ts'
import { isImportable } from '../../base/dropped-file.ts'
import { newId } from '../../base/ids.ts'
import { messageOf } from '../../base/problem.ts'
import { sendArchive } from '../../data/imports.ts'

const mostBytes = 100 * 2 ** 20
const unfit = ({ name, size }: File): string | undefined => {
  if (!isImportable(name))
    return `“${name}” is no zip, .md, .docx, .lk or .json file. Please compress the folder that holds your pages.`
  if (size > mostBytes) return `“${name}” takes ${sizeInWords(size)}. At most 100 MB can be imported at once.`
  return undefined
}

/** Uploads one archive at a time. A new upload, or leaving the screen, aborts the current one. */
export const useArchive = (campaignId: string, onRead: (preview: ImportPreview) => void) => {
  const [sent, setSent] = useState<{ file: File; share: number }>()
  const [problem, setProblem] = useState<string>()
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  const send = async (file: File) => {
    const refusal = unfit(file)
    setProblem(refusal)
    if (refusal) return
    ending.current?.abort()
    const controller = new AbortController()
    ending.current = controller
    setSent({ file, share: 0 })
    try {
      const report = (share: number) => setSent({ file, share })
      onRead(await sendArchive({ campaignId, key: newId(), file }, report, controller.signal))
    } catch (error) {
      if (controller.signal.aborted) return
      setSent(undefined)
      setProblem(messageOf(error, 'This file could not be read. Please try again.'))
    }
  }
  const cancel = () => {
    ending.current?.abort()
    setSent(undefined)
  }
  return { sent, problem, send, cancel }
}
export type Archive = ReturnType<typeof useArchive>
