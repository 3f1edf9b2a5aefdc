import type Quill from 'quill/core.js'
import { useEffect, useRef } from 'react'
import { Delta } from '#domain/deltas.ts'
import { useUnsaved } from '../../base/use-unsaved.ts'
import { sendImage } from '../../data/send-image.ts'
import { toast } from '../../ui/toast.ts'
import { nameFrom } from '../../uploads/crop.ts'
import { cropToSupportedSize } from '../../uploads/cropped.ts'
import { type Sending, useSending } from '../../uploads/use-sending.ts'
import type { Session } from '../session/session.ts'
import { movePlace, type PendingPlace, plainOf } from './pending-place.ts'

interface Options {
  campaignId: string | null
  /** The lore that uploaded pictures belong to; null hides them from players. */
  conjurationId: string | null
  /** True if this text supports images. */
  isAllowed: boolean
}

const noPictures = 'This text holds words only. Paste the picture into a section below.'

const lost = 'A picture could not be uploaded, and is not in the text that you left.'

/**
 * Uploads pasted, dropped or chosen images, and inserts each at its position while the user continues to write. A
 * failed one stays at its position and is inserted there after a retry. An upload that outlives the editor is still
 * inserted into the text.
 */
export const usePictures = (
  quill: Quill | null,
  session: Session,
  { campaignId, conjurationId, isAllowed }: Options,
) => {
  /** Places in the text by the ids of pending images, in the given order. */
  const places = useRef(new Map<string, PendingPlace>())

  /** After the editor was closed: index and revision of each image in the recorded text. */
  const left = useRef<Map<string, { index: number; revision: number }>>(undefined)
  const isOnItsWay = () => sending.all.some(({ problem }) => problem === undefined)
  useEffect(() => {
    left.current = undefined
    return () => {
      left.current = new Map([...places.current].map(([id, { index }]) => [id, session.recordedAt(index)]))
    }
  }, [session])
  useUnsaved(isOnItsWay)

  useEffect(() => {
    if (!quill) return
    const follow = (change: Delta, before: Delta) => {
      if (places.current.size === 0) return
      const text = plainOf(before)
      for (const [id, place] of places.current) places.current.set(id, movePlace(place, change, text))
    }
    quill.on('text-change', follow)
    return () => {
      quill.off('text-change', follow)
    }
  }, [quill])

  const insertLater = (id: string) => {
    const { index, revision } = left.current?.get(id) ?? { index: 0, revision: 0 }
    const place = Math.min(session.shownAt(index, revision) ?? index, session.text().length() - 1)
    session.arrive(() => session.type(new Delta().retain(place).insert({ image: { id } })))
    void session.flush()
  }
  const insert = (id: string) => {
    const place = places.current.get(id)
    if (left.current) return insertLater(id)
    if (!quill || place === undefined) return
    const later = [...places.current].slice([...places.current.keys()].indexOf(id) + 1)
    const behind = later.filter(([, { index }]) => index === place.index)
    const index = Math.min(place.index, quill.getLength() - 1)
    session.arrive(() => quill.updateContents(new Delta().retain(index).insert({ image: { id } }), 'user'))
    places.current.delete(id)
    for (const [other, { removed }] of behind) places.current.set(other, { index: index + 1, removed })
  }

  const upload = async ({ id, file }: Sending, report: (share: number) => void, signal: AbortSignal) => {
    const taken = await cropToSupportedSize(file)
    if (typeof taken === 'string') return taken
    if (signal.aborted || campaignId === null) return undefined
    const wanted = { picture: taken.file, name: nameFrom(file.name), campaignId, conjurationId, id }
    await sendImage(wanted, report, signal)
    insert(id)
    return undefined
  }
  const sending = useSending({
    outlives: true,
    async send(...sent) {
      try {
        const problem = await upload(...sent)
        if (problem && left.current) toast.error(lost)
        return problem
      } catch (error) {
        if (left.current) toast.error(lost)
        throw error
      }
    },
  })

  return {
    all: sending.all,
    /** The index at which a pending or refused picture is inserted. */
    placeOf: (id: string) => places.current.get(id)?.index,
    again: sending.again,
    end(id: string) {
      places.current.delete(id)
      sending.end(id)
    },
    /** Uploads images for this range of the text, which they replace. */
    bring(range: { index: number; length: number }, files: readonly File[]) {
      if (files.length === 0) return
      if (!isAllowed || campaignId === null) {
        toast.info(noPictures)
        return
      }
      if (quill && range.length > 0) quill.deleteText(range.index, range.length, 'user')
      for (const { id } of sending.add(files)) places.current.set(id, { index: range.index, removed: [] })
    },
  }
}
