import type Quill from 'quill/core.js'
import { useEffect, useRef } from 'react'
import { Delta } from '#domain/deltas.ts'
import { sendImage } from '../../data/send-image.ts'
import { toast } from '../../ui/toast.ts'
import { nameFrom } from '../../uploads/crop.ts'
import { cropped } from '../../uploads/cropped.ts'
import { useSending } from '../../uploads/use-sending.ts'

interface Options {
  campaignId: string | null
  /** The lore that uploaded pictures belong to; null keeps them from players. */
  conjurationId: string | null
  /** Whether this text can hold pictures. */
  isAllowed: boolean
}

const noPictures = 'This text holds words only. Paste the picture into a section below.'

/**
 * Uploads pictures that are pasted, dropped or chosen, and inserts each where it was meant to stand, while writing goes on. What could not be
 * uploaded stays listed, and is inserted there when it is retried.
 */
export const usePictures = (quill: Quill | null, { campaignId, conjurationId, isAllowed }: Options) => {
  /** Indexes in the text, by the ids of pictures on their way, in the order in which they were given. */
  const places = useRef(new Map<string, number>())

  useEffect(() => {
    if (!quill) return
    const follow = (change: Delta) => {
      // What is typed at the place of a picture comes after it.
      for (const [id, index] of places.current) places.current.set(id, change.transformPosition(index, true))
    }
    quill.on('text-change', follow)
    return () => {
      quill.off('text-change', follow)
    }
  }, [quill])

  const insert = (id: string) => {
    const place = places.current.get(id)
    if (!quill || place === undefined) return
    const later = [...places.current].slice([...places.current.keys()].indexOf(id) + 1)
    const behind = later.filter(([, index]) => index === place)
    const index = Math.min(place, quill.getLength() - 1)
    quill.updateContents(new Delta().retain(index).insert({ image: { id } }), 'user')
    places.current.delete(id)
    for (const [other] of behind) places.current.set(other, index + 1)
  }

  const sending = useSending({
    async send({ id, file }, tell, signal) {
      const taken = await cropped(file)
      if (typeof taken === 'string') return taken
      if (signal.aborted || campaignId === null) return undefined
      const wanted = { picture: taken.file, name: nameFrom(file.name), campaignId, conjurationId, id }
      await sendImage(wanted, tell, signal)
      insert(id)
      return undefined
    },
  })

  return {
    all: sending.all,
    again: sending.again,
    end(id: string) {
      places.current.delete(id)
      sending.end(id)
    },
    /** Uploads pictures for this place of the text; what is selected there is replaced. */
    bring(range: { index: number; length: number }, files: readonly File[]) {
      if (files.length === 0) return
      if (!isAllowed || campaignId === null) {
        toast.info(noPictures)
        return
      }
      if (quill && range.length > 0) quill.deleteText(range.index, range.length, 'user')
      for (const { id } of sending.add(files)) places.current.set(id, range.index)
    },
  }
}
