import fc from 'fast-check'
import { forms } from './forms.ts'
import { idNamed } from './ids.ts'
import type { Route } from './routes.ts'
import { headerText, nastyText } from './texts.ts'
import { anyJson, fair, unfair } from './values.ts'

/** Who asks; each is somebody of the world (`world.ts`). */
export const askers = [
  'owner',
  'dm',
  'player',
  'stranger',
  'admin',
  'impersonated',
  'robot',
  'victim',
  'banned',
  'anonymous',
  'forged',
] as const
type Asker = (typeof askers)[number]

/** A request before ids are filled in. Bytes are latin1. */
export interface Shot {
  route: Route
  who: Asker
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

const brokenPath = fc.constantFrom(
  '%',
  '%zz',
  '%00',
  '%c0%ae%c0%ae',
  '%2e%2e%2f',
  '..%5c',
  '%ff%fe',
  '%ed%a0%80',
  ';',
  '.',
)
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const nastySegment = fc.oneof(nastyText(400).map(encoded), brokenPath)

const pathOf = ({ path, params }: Route): fc.Arbitrary<string> => {
  const parts = path.split('/')
  const segments = parts.map((part, n): fc.Arbitrary<string> => {
    const param = params.find(({ name }) => part === `{${name}}`)
    if (!param) return fc.constant(part)
    const at = parts[n - 1] ?? ''
    const fairOne =
      param.schema.format === 'uuid' || param.name === 'code'
        ? idNamed(param.name, at)
        : fair(param.schema, param.name, at).map((value) => encoded(String(value)))
    return fc.oneof({ weight: 9, arbitrary: fairOne }, { weight: 1, arbitrary: nastySegment })
  })
  return fc.tuple(...segments).map((some) => some.join('/'))
}

const pair = (name: string, value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `${encoded(name)}=${text.startsWith('~') ? text : encoded(text)}`
}
const strayQuery = fc.oneof(
  fc.tuple(nastyText(40), nastyText(400)).map(([name, value]) => pair(name, value)),
  fc.constantFrom(
    '__proto__=x',
    'a[b][c]=d',
    'limit=1&limit=2',
    'campaignId=a&campaignId=b',
    '&&&',
    '=',
    '%=%',
    'limit=%zz',
  ),
)

const queryOf = ({ query }: Route): fc.Arbitrary<string> => {
  const fields = query.map(({ name, required, schema }) => {
    const given = fc
      .oneof({ weight: 5, arbitrary: fair(schema, name, '') }, { weight: 1, arbitrary: nastyText(400) })
      .map((value) => pair(name, value))
    return required ? fc.oneof({ weight: 19, arbitrary: given }, fc.constant('')) : fc.oneof(given, fc.constant(''))
  })
  const stray = fc.oneof({ weight: 12, arbitrary: fc.constant('') }, strayQuery)
  return fc.tuple(...fields, stray).map((some) => {
    const text = some.filter(Boolean).join('&')
    return text && `?${text}`
  })
}

const json = 'application/json'
const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const asJson = (value: unknown) => utf8(JSON.stringify(value) ?? '')

/** JSON that is none, or that two readers would read differently. */
const brokenJson = (body: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.tuple(body.map(asJson), fc.nat(60)).map(([text, cut]) => text.slice(0, -1 - cut)),
    body.map(asJson).map((text) => text.replace('{', '{"id":1,"id":null,"__proto__":{"role":"admin"},"name":"a",')),
    body.map(asJson).map((text) => `\u00ef\u00bb\u00bf${text}`),
    fc.nat(100_000).map((depth) => '['.repeat(depth)),
    fc.nat(40_000).map((depth) => '{"a":'.repeat(depth)),
    fc.constantFrom(
      '',
      ' ',
      '{',
      '{"a":1,}',
      "{'a':1}",
      'NaN',
      '{"a":1e999}',
      '"\\ud800"',
      '{"name":"\\u0000"}',
      'null',
    ),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    nastyText(300_000).map(asJson),
  )

const bodyOf = (route: Route): fc.Arbitrary<{ payload: string | undefined; contentType: string | undefined }> => {
  if (route.form) return forms(route.form)
  if (route.method === 'GET') return fc.constant({ payload: undefined, contentType: undefined })
  const { body: schema } = route
  if (!schema)
    return fc.oneof(
      { weight: 5, arbitrary: fc.constant({ payload: undefined, contentType: undefined }) },
      { weight: 1, arbitrary: anyJson.map((value) => ({ payload: asJson(value), contentType: json })) },
    )
  const body = fair(schema, '', route.path.split('/')[2] ?? '')
  const sent = fc.oneof(
    { weight: 8, arbitrary: body.map(asJson) },
    { weight: 4, arbitrary: unfair(schema, '').map(asJson) },
    { weight: 1, arbitrary: anyJson.map(asJson) },
    { weight: 2, arbitrary: brokenJson(body) },
  )
  const label = fc.oneof(
    { weight: 20, arbitrary: fc.constant(json) },
    fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'x',
      'multipart/form-data',
    ),
  )
  return fc.tuple(sent, label).map(([payload, contentType]) => ({ payload, contentType }))
}

const strayHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.uuid().map((key): Record<string, string> => ({ 'idempotency-key': key })) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        ...['idempotency-key', 'origin', 'sec-fetch-site', 'accept-encoding', 'accept', 'range', 'if-none-match'],
        ...['authorization', 'cookie', 'x-forwarded-for', 'x-forwarded-host', 'x-client-address', 'x-request-id'],
        ...['if-modified-since', 'content-encoding', 'host', 'x-http-method-override', 'traceparent'],
      ),
      headerText,
      { maxKeys: 3 },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '1', '-1', 'x', '99999999999999999999').map((at) => ({ 'min-position': at })),
  },
)

/** People ask for what is theirs more often than for what is not. */
const someAsker = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Asker>('owner') },
  { weight: 3, arbitrary: fc.constantFrom<Asker>('admin') },
  { weight: 9, arbitrary: fc.constantFrom(...askers) },
)
/** What ends sessions is done to those who are there for it. */
const authAsker = fc.constantFrom<Asker>('victim', 'anonymous', 'banned', 'forged')
const askerOf = ({ path }: Route) => {
  if (path.startsWith('/api/auth/admin/')) return fc.oneof(fc.constant<Asker>('admin'), authAsker)
  if (path.startsWith('/api/admin/')) return fc.oneof(fc.constant<Asker>('admin'), someAsker)
  return path.startsWith('/api/auth/') ? authAsker : someAsker
}

export const shotAt = (route: Route): fc.Arbitrary<Shot> =>
  fc
    .tuple(askerOf(route), pathOf(route), queryOf(route), bodyOf(route), strayHeaders)
    .map(([who, path, query, { payload, contentType }, stray]) => ({
      route,
      who,
      url: path + query,
      headers: { ...(contentType === undefined ? {} : { 'content-type': contentType }), ...stray },
      payload,
    }))
