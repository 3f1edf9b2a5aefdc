import { untitledConjuration } from '#domain/conjuration-words.ts'
import { promptLimit } from '#domain/image-sizes.ts'
import { useConjurationQuery } from '../../../data/conjuration.ts'

export interface ConjurationWords {
  name: string
  /** Name and description as a prompt. */
  text: string
}

/** Text of the lore as the beginning of a prompt. Undefined without lore or text. */
export const useConjurationWords = (conjurationId: string | null): ConjurationWords | undefined => {
  const { data } = useConjurationQuery(conjurationId ?? '', { skip: conjurationId === null })
  const row = data?.rows[0]
  if (!row) return undefined
  const text = [row.name, row.description]
    .map((part) => part.trim().replace(/[.\s]+$/, ''))
    .filter((part) => part !== '')
    .join('. ')
  return text ? { name: row.name || untitledConjuration, text: text.slice(0, promptLimit) } : undefined
}
