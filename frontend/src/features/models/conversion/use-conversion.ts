import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { filter } from 'rxjs'
import type { ConvertedFormat } from '#domain/model-words.ts'
import { topicOf } from '#domain/topics.ts'
import { messageOf, statusOf } from '../../../base/problem.ts'
import { type Model, modelDownloadUri, useConvertModelMutation } from '../../../data/models.ts'
import { useRealtime } from '../../../realtime/context.tsx'
import { isOneOf } from '../../../realtime/messages.ts'
import { useTopic } from '../../../realtime/topics.ts'
import { toast } from '../../../ui/toast.ts'

/** Frequencies in hertz; `noteSeconds` is the length of each note. */
const notes = [659.3, 880] as const
const noteSeconds = 0.14
const fadeSeconds = 0.5
const volume = 0.04

/** Plays two quiet notes; silent where the browser forbids sound. */
const playChime = (): void => {
  try {
    const audio = new AudioContext()
    for (const [n, frequency] of notes.entries()) {
      const at = audio.currentTime + n * noteSeconds
      const [tone, gain] = [audio.createOscillator(), audio.createGain()]
      tone.frequency.value = frequency
      gain.gain.setValueAtTime(volume, at)
      gain.gain.exponentialRampToValueAtTime(0.0001, at + fadeSeconds)
      tone.connect(gain).connect(audio.destination)
      tone.start(at)
      tone.stop(at + fadeSeconds)
      if (n === notes.length - 1) tone.onended = () => void audio.close()
    }
  } catch {
    // The sound only repeats what the screen shows.
  }
}

export interface Conversion {
  format: ConvertedFormat
  /** Milliseconds since 1970. */
  startedAt: number
  status: 'converting' | 'success' | 'error'
  /** Percent, as the server reports it. */
  reported?: number
  message?: string
}

const downloadDelayMs = 500
const retryDelayMs = 300
const refused = 'STL downloads require a PRO plan or MINIS Kickstarter backing. Please upgrade to access this feature.'
const columns = { STL: 'stl', '3MF': 'threeMf', OBJ: 'obj' } as const

/** Downloads a file without leaving the page. */
const saveFile = (uri: string) => {
  const link = document.createElement('a')
  link.href = uri
  link.download = ''
  link.click()
}

const downloadModel = (id: string, format: ConvertedFormat) => {
  saveFile(modelDownloadUri(id, format))
  toast.success(`${format} download started`)
}

const toastRefusal = (format: ConvertedFormat, error: unknown) => {
  const failed = `Failed to start ${format} conversion. Please try again.`
  toast.error(statusOf(error) === 403 ? refused : failed, {
    ...(statusOf(error) === 429 && { context: messageOf(error, '') }),
  })
}

interface EndOptions {
  row: Model | undefined
  /** The format of the conversion. */
  format: ConvertedFormat | undefined
  onSuccess: (format: ConvertedFormat) => void
  onFailure: (format: ConvertedFormat, message: string) => void
}

/** Reports the end of conversions. Returns a function to call before one starts. */
const useConversionEnd = ({ row, format, onSuccess, onFailure }: EndOptions) => {
  const id = row?.id ?? ''
  const { items$ } = useRealtime()
  const succeed = useEffectEvent(onSuccess)
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    const subscription = items$
      .pipe(filter((item) => isOneOf(item, ['ModelConversionCompleted', 'ModelConversionFailed'])))
      .subscribe(({ type, data }) => {
        if (data.modelId !== id) return
        if (type === 'ModelConversionCompleted') succeed(data.targetFormat)
        else fail(data.targetFormat, (data as { message: string }).message)
      })
    return () => subscription.unsubscribe()
  }, [items$, id])
  // After a long outage the row is fetched again, without the event. An earlier failure is still in the row at the beginning.
  const stored = format && row?.[columns[format]]
  const wasConverting = useRef(false)
  const settle = useEffectEvent(() => {
    if (!format || !stored) return
    if (stored.status === 'CONVERTING') wasConverting.current = true
    else if (stored.status === 'COMPLETED') succeed(format)
    else if (wasConverting.current) fail(format, stored.message ?? `${format} conversion failed. Please try again.`)
  })
  useEffect(() => settle(), [stored?.status, format])
  return () => {
    wasConverting.current = false
  }
}

/** Conversion of a model to a printable file. It continues after its dialog is closed; a toast then announces the end. */
export const useConversion = (row: Model | undefined) => {
  const id = row?.id ?? ''
  const [convert] = useConvertModelMutation()
  const [conversion, setConversion] = useState<Conversion>()
  const [isOpen, setOpen] = useState(false)

  const download = (format: ConvertedFormat) => downloadModel(id, format)
  const forgetLastEnd = useConversionEnd({
    row,
    format: conversion?.format,
    onSuccess(format) {
      if (conversion?.format !== format || conversion.status !== 'converting') return
      setConversion({ ...conversion, status: 'success' })
      playChime()
      if (isOpen) setTimeout(() => download(format), downloadDelayMs)
      else
        toast.success(`${format} file is ready for download`, {
          act: { label: 'Download', run: () => download(format) },
        })
    },
    onFailure(format, message) {
      if (conversion?.format !== format || conversion.status !== 'converting') return
      setConversion({ ...conversion, status: 'error', message })
      if (!isOpen) toast.error(message)
    },
  })
  useTopic(topicOf('model', id), {
    onMessage({ kind, data }) {
      if (kind !== 'conversion' || data.targetFormat !== conversion?.format) return
      setConversion({ ...conversion, reported: (data.done / data.total) * 100 })
    },
  })

  const start = async (format: ConvertedFormat) => {
    forgetLastEnd()
    setConversion({ format, startedAt: Date.now(), status: 'converting' })
    const { data, error } = await convert({ id, format })
    if (data && !data.alreadyConverted) return setOpen(true)
    setConversion(undefined)
    setOpen(false)
    if (data) {
      saveFile(modelDownloadUri(id, format))
      return void toast.success(`${format} download started`, { context: `${format} file is ready for download` })
    }
    toastRefusal(format, error)
  }

  return {
    conversion,
    isOpen,
    start,
    download,
    close: () => setOpen(false),
    retry() {
      if (conversion) setTimeout(() => void start(conversion.format), retryDelayMs)
    },
  }
}
