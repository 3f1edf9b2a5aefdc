import { modelFailedMessage } from '#domain/model-words.ts'
import { convertedUri } from '#domain/models.ts'
import type { ModelDetail, ModelItem } from '#projections/model-answers.ts'
import type { Conversion, ModelRow } from '#projections/models.ts'
import { asSeen, editable, isCopy, visibleAs } from '../visible.ts'

/** Prompt and refusal, for viewers who may edit the model; a provider's refusal may quote the prompt. */
const prompt = `case when ${editable} then m.prompt end as prompt`
const errorMessage = `case when m."errorMessage" is null then null when ${editable} then m."errorMessage"
  else '${modelFailedMessage}' end as "errorMessage"`

/** The model's picture, if the viewer sees it. */
const image = `(select json_build_object('id', i.id, 'uri', i.uri, 'name', i.name) from images i join access ia on ia.id = i.id
  where i.id = m."imageId" and i."deletedAt" is null and ${visibleAs('ia')}) as image`

/** Models of a copy of a past campaign cannot be changed. */
const changeable = `(${editable} and not ${isCopy('m."campaignId"')})`
const mayMove = `(${changeable} and (m."userId" = @userId or m."campaignId" = any(@ownerOf::uuid[]))) as "mayMove"`

const plain = [
  ...['id', 'userId', 'campaignId', 'name', 'shape', 'size', 'cost', 'status', 'madeBy', 'report', 'modelUri'],
  ...['renderedImageUri', 'createdAt', 'updatedAt'],
].map((column) => `m."${column}"`)

const columns = [
  ...plain,
  ...[prompt, errorMessage, image, mayMove, `${changeable} as "mayEdit"`],
  asSeen('m."conjurationId"', 'conjurationId'),
  `m.stl->>'status' = 'COMPLETED' as "hasStl"`,
  `coalesce(u.name, '') as username`,
].join(', ')

/**
 * Selects models `m` joined with their access `a`, without a filter by visibility: callers append it. `modelItem` converts a row to a
 * `ModelItem`.
 */
export const modelItems = `select ${columns} from models m join access a on a.id = m.id
  left join auth."user" u on u.id = m."userId"::text`

export type ModelItemRow = Omit<ModelItem, 'stlUri' | 'imageId'> & { hasStl: boolean | null }

export const modelItem = ({ hasStl, ...row }: ModelItemRow): ModelItem => ({
  ...row,
  imageId: row.image?.id ?? null,
  stlUri: hasStl ? convertedUri(row.id, 'STL') : null,
})

export type ConversionsRow = Pick<ModelRow, 'stl' | 'threeMf' | 'obj'>

export const conversionsOf = (id: string, { stl, threeMf, obj }: ConversionsRow): ModelDetail['conversions'] => {
  const shown = (format: 'STL' | '3MF' | 'OBJ', conversion: Conversion | null) => {
    if (!conversion) return null
    const { file, ...rest } = conversion
    return { ...rest, uri: file && convertedUri(id, format) }
  }
  return { STL: shown('STL', stl), '3MF': shown('3MF', threeMf), OBJ: shown('OBJ', obj) }
}
