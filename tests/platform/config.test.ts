import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localUrl, readConfig } from '../../backend/config.ts'
import { findConfigWarnings } from '../../backend/config-doubts.ts'
import { secretsOf } from '../../backend/config-secrets.ts'
import { misspelledSettings } from '../../backend/misspelled-settings.ts'
import { WrongSettings } from '../../backend/setting-values.ts'
import { settings, settingsTable } from '../../backend/settings.ts'

const complaintsAbout = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof WrongSettings) return error.lines
    throw error
  }
}

describe('with nothing set', () => {
  test('it is one local process with everything embedded', () => {
    expect(readConfig({})).toMatchObject({
      port: 4242,
      host: '127.0.0.1',
      roles: ['api', 'projector', 'worker'],
      databaseUrl: undefined,
      eventStoreUrl: undefined,
      s3: undefined,
      smtp: undefined,
      welcomeCredits: 100,
      imageDeadlineMs: 180_000,
      modelDeadlineMs: 600_000,
      minisShopMail: undefined,
      trustProxy: false,
    })
  })

  test('empty and blank variables are unset ones', () => {
    const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, '  ']))
    expect(readConfig(blank)).toEqual(readConfig({}))
  })
})

describe('a wrong setting is named, with what it accepts', () => {
  test.each([
    ['PORT', 'http', 'PORT must be a port from 0 to 65535 (0: any free one), not "http".'],
    ['PORT', '65536', 'PORT must be a port from 0 to 65535 (0: any free one), not "65536".'],
    ['ROLES', 'api,cook', 'ROLES must be a comma-separated choice of api, projector, worker, not "api,cook".'],
    ['FILES', 'ftp', 'FILES must be folder or s3, not "ftp".'],
    ['WELCOME_CREDITS', '-1', 'WELCOME_CREDITS must be a whole number from 0 to 1000000, not "-1".'],
    ['BASE_URL', 'https://lore.example.org/app', 'BASE_URL must be an http or https address without a path'],
    ['TRUST_PROXY', 'nginx', 'TRUST_PROXY must be true, false, a number of hops, or a list of addresses and subnets'],
    ['BASE_URL', 'nowhere', 'BASE_URL must be an http or https address without a path'],
    ['ORIGINS', 'http://localhost:5173,nowhere', 'ORIGINS must be a comma-separated list of http or https addresses'],
    ['RATE_LIMITS', 'some', 'RATE_LIMITS must be on or off, not "some".'],
    ['METRICS_PORT', '0', 'METRICS_PORT must be a port from 1 to 65535, not "0".'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "2".'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be silent, fatal, error, warn, info, debug or trace, not "loud".'],
  ])('%s=%s', (name, value, message) => {
    const complaints = complaintsAbout({ [name]: value })
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain(message)
  })

  test('without repeating what may be a secret', () => {
    const [complaint] = complaintsAbout({ AUTH_SECRET: 'hunter2' })
    expect(complaint).toBe('AUTH_SECRET must be at least 32 characters.')
    expect(complaintsAbout({ METRICS_TOKEN: 'hunter2' })).toEqual([
      'METRICS_TOKEN must be at least 16 characters without spaces.',
    ])
    expect(complaintsAbout({ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }).join()).not.toContain('hunter2')
    expect(complaintsAbout({ DATABASE_URL: 'mysql://me:hunter2@db' }).join()).not.toContain('hunter2')
  })

  test('of a port that browsers refuse to connect to, whatever listens there', () => {
    expect(complaintsAbout({ PORT: '4190' })).toEqual([
      'PORT must be another than 4190, which browsers refuse to connect to.',
    ])
    expect(readConfig({ PORT: '4191' }).port).toBe(4191)
  })

  test('of a contact that leads nowhere', () => {
    expect(complaintsAbout({ DISCORD_INVITE_URL: 'http://discord.gg/loom', TERMS_URL: 'javascript:0' })).toHaveLength(2)
    expect(complaintsAbout({ SUPPORT_CONTACT: 'ask Bob' })).toHaveLength(1)
    for (const contact of ['help@example.org', 'https://example.org/help'])
      expect(readConfig({ SUPPORT_CONTACT: contact }).supportContact).toBe(contact)
    expect(readConfig({}).supportContact).toBeUndefined()
  })

  test('all at once, not one per start', () => {
    expect(complaintsAbout({ PORT: 'x', FILES: 'x', GOOGLE_CLIENT_ID: 'x' })).toHaveLength(3)
  })
})

test('roles that nobody has beside a database of our own are doubted in one sentence', () => {
  const doubts = (env: NodeJS.ProcessEnv) => findConfigWarnings(readConfig(env))
  expect(doubts({ ROLES: 'api' })).toEqual([
    'ROLES leaves out projector and worker though the database is the one in DATA_DIR: unless another process uses it too, nothing that is done will show and no picture will be made and no credits given.',
  ])
  expect(doubts({ ROLES: 'api,projector' })).toEqual([
    'ROLES leaves out worker though the database is the one in DATA_DIR: unless another process uses it too, no picture will be made and no credits given.',
  ])
  expect(doubts({})).toEqual([])
  expect(doubts({ ROLES: 'api', DATABASE_URL: 'postgres://me@db/loreloom' })).toEqual([])
})

describe('a variable that resembles a setting', () => {
  const says = (name: string, setting: string) => `${name} is no setting and does nothing. Is ${setting} meant?`
  test.each([
    ['PROT', 'PORT'],
    ['WELCOME_CREDIT', 'WELCOME_CREDITS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['BASEURL', 'BASE_URL'],
    ['base_url', 'BASE_URL'],
    ['S3_ACCES_KEY_ID', 'S3_ACCESS_KEY_ID'],
  ])('is named with the nearest one: %s', (name, setting) => {
    expect(misspelledSettings({ [name]: 'x' }, [])).toEqual([says(name, setting)])
  })

  test('is left alone where the setting itself is set, where a picture source names it, and where it is an ordinary one', () => {
    const ordinary = ['HOME', 'PATH', 'HOSTNAME', 'LANG', 'SHELL', 'TERM', 'USER', 'PWD', 'NODE_ENV', 'TMPDIR', 'CI']
    expect(misspelledSettings(Object.fromEntries(ordinary.map((name) => [name, 'x'])), [])).toEqual([])
    expect(misspelledSettings({ BFL_API_KEY2: 'x' }, ['BFL_API_KEY2'])).toEqual([])
    expect(misspelledSettings({ PROT: '1', PORT: '2' }, [])).toEqual([])
    expect(misspelledSettings({ PORT: '2', npm_config_port: '1' }, [])).toEqual([])
  })
})

test('every setting that is a secret is known as one, for the log to leave out', () => {
  const env = {
    AUTH_SECRET: 'a'.repeat(32),
    METRICS_TOKEN: 'b'.repeat(16),
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'google',
    DISCORD_CLIENT_ID: 'id',
    DISCORD_CLIENT_SECRET: 'discord',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    FILES: 's3',
    S3_BUCKET: 'lore',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 's3',
    STABILITY_API_KEY: 'stability',
    BFL_API_KEY: 'bfl',
    MODEL_PROVIDER: 'meshy',
    MESHY_API_KEY: 'meshy-key',
    MESHY_BASE_URL: 'https://me:mesh-word@proxy.example',
    SMTP_URL: 'smtp://user:p%40ss@host',
    MAIL_FROM: 'a@b',
    DATABASE_URL: 'postgres://user:word@host/db',
    EVENTSTORE_URL: 'esdb://admin:changeit@host:2113',
    TEXT_PROVIDER: 'openai',
    TEXT_MODEL: 'writer',
    TEXT_API_KEY: 'text-key',
    TEXT_BASE_URL: 'https://text-token@writer.example/v1',
    STABILITY_BASE_URL: 'https://me:stable-word@proxy.example',
    BFL_BASE_URL: 'https://proxy.example/bfl?api_key=flux-word',
    AUDIT_HEADS_URL: 'https://hooks.example/services/T0/B0/hook-word',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:trace-word@collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=header',
    EXPERIMENT_BASE_URL: 'https://me:trial-word@trials.example',
    EXPERIMENT_API_KEY: 'trial-key',
  }
  const expected = [
    'trial-key',
    'trial-word',
    'sk_live_1',
    'whsec_1',
    'google',
    'discord',
    's3',
    'stability',
    'bfl',
    'meshy-key',
    'mesh-word',
    'p@ss',
    'word',
    'changeit',
    'header',
    'text-key',
    'text-token',
    'stable-word',
    'flux-word',
    '/services/T0/B0/hook-word',
    'trace-word',
  ]
  expect(secretsOf(readConfig(env))).toEqual(expect.arrayContaining([env.AUTH_SECRET, env.METRICS_TOKEN, ...expected]))
})

describe('receipts', () => {
  test('are issued by the named company, in its own series', () => {
    const env = { RECEIPT_ISSUER: 'Quay Ltd | 1 Quay|Tidewater', RECEIPT_TAX_ID: 'DE1', RECEIPT_SERIES: 'Q' }
    const issuer = { name: 'Quay Ltd', address: ['1 Quay', 'Tidewater'], taxId: 'DE1' }
    expect(readConfig(env).receipts).toEqual({ issuer, series: 'Q' })
    expect([readConfig({}).receiptYears, readConfig({ RECEIPT_YEARS: '7' }).receiptYears]).toEqual([10, 7])
    expect(() => readConfig({ RECEIPT_YEARS: '0' })).toThrow('RECEIPT_YEARS must be an integer from 1 to 100')
  })
  test('are issued by the simulation where payments are simulated; otherwise none are, and the log says so', () => {
    expect(readConfig({}).receipts?.issuer.name).toBe('Loreloom (simulated payments)')
    const [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET] = ['sk_test_1', 'pk_test_1', 'whsec_1']
    const config = readConfig({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET })
    expect(config.receipts).toBeUndefined()
    expect(findConfigWarnings(config)).toEqual([expect.stringContaining('set RECEIPT_ISSUER')])
  })
})

describe('settings that belong together', () => {
  test.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'x'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID', 'x'],
    ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'x'],
    ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID', 'x'],
    ['SMTP_URL', 'MAIL_FROM', 'smtp://localhost'],
    ['MAIL_FROM', 'SMTP_URL', 'post@example.org'],
  ])('%s alone asks for %s', (present, missing, value) => {
    expect(complaintsAbout({ [present]: value })).toEqual([`${missing} must be set too, because ${present} is.`])
  })

  test('payments by Stripe take all three of its settings, and are not simulated as well', () => {
    const [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET] = ['sk_test_1', 'pk_test_1', 'whsec_1']
    const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }
    expect(complaintsAbout({ STRIPE_SECRET_KEY })).toEqual([
      'STRIPE_PUBLISHABLE_KEY must be set too, because STRIPE_SECRET_KEY is.',
      'STRIPE_WEBHOOK_SECRET must be set too, because STRIPE_SECRET_KEY is.',
    ])
    expect(complaintsAbout({ ...keys, PAYMENTS: 'simulated' })).toEqual([
      'PAYMENTS must not be simulated, because STRIPE_SECRET_KEY is set.',
    ])
    expect(readConfig(keys).payments).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
    })
  })

  test.each([
    [{}],
    [{ HOST: 'localhost' }],
    [{ HOST: '127.0.0.2' }],
    [{ HOST: '::1' }],
    [{ HOST: '::ffff:127.0.0.1' }],
    [{ BASE_URL: 'http://localhost:8080' }],
    [{ BASE_URL: 'http://lore.localhost:8080' }],
    [{ BASE_URL: 'http://[::1]:8080' }],
    [{ ORIGINS: 'http://localhost:5173,http://127.0.0.1:5173' }],
  ])('payments are simulated by default where only this machine reaches the installation: %j', (env) => {
    expect(readConfig(env).payments).toBe('simulated')
    expect(findConfigWarnings(readConfig(env))).toEqual([])
  })

  test.each([
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: '192.168.1.7' }],
    ['HOST', { HOST: '::ffff:192.168.1.7' }],
    ['HOST', { HOST: 'tower.lan' }],
    ['BASE_URL', { BASE_URL: 'https://lore.example.org' }],
    ['BASE_URL', { BASE_URL: 'http://localhost.example.org' }],
    ['ORIGINS', { ORIGINS: 'http://localhost:5173,https://lore.example.org' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'loopback' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1' }],
    ['HOST and ORIGINS', { HOST: '0.0.0.0', ORIGINS: 'http://10.0.0.5:4242', BASE_URL: 'http://localhost:4242' }],
  ])('payments are not set up, and the log says why, where %s lets others come: %j', (names, env) => {
    expect(readConfig(env).payments).toBeUndefined()
    expect(findConfigWarnings(readConfig(env))).toEqual([
      expect.stringContaining(`Payments are not set up: ${names} let`),
    ])
    expect(readConfig({ ...env, PAYMENTS: 'simulated' }).payments).toBe('simulated')
    expect(findConfigWarnings(readConfig({ ...env, PAYMENTS: 'simulated' }))).toEqual([])
  })

  test('in production payments are simulated only where that is set', () => {
    expect(readConfig({ NODE_ENV: 'production' }).payments).toBeUndefined()
    expect(findConfigWarnings(readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0' }))).toEqual([])
    expect(readConfig({ NODE_ENV: 'production', PAYMENTS: 'simulated' }).payments).toBe('simulated')
  })

  test('a bucket goes with FILES=s3', () => {
    expect(complaintsAbout({ FILES: 's3' })).toEqual(['S3_BUCKET must be the name of a bucket, because FILES is s3.'])
    expect(complaintsAbout({ S3_BUCKET: 'lore' })).toEqual(['FILES must be s3, because S3_BUCKET is set.'])
    expect(readConfig({ FILES: 's3', S3_BUCKET: 'lore' }).s3).toEqual({ bucket: 'lore', region: 'us-east-1' })
  })
})

describe('what is read', () => {
  test.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ])('TRUST_PROXY=%s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected)
  })

  test('lists', () => {
    expect(
      readConfig({ ROLES: 'api, worker', ORIGINS: 'http://localhost:5173/, https://lore.example.org' }),
    ).toMatchObject({
      roles: ['api', 'worker'],
      origins: ['http://localhost:5173', 'https://lore.example.org'],
    })
  })

  test('where traces go, with headers as the standard writes them', () => {
    const collected = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20dXNlcjpwYXNz==, x-tenant=lore',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    })
    expect(collected.traces).toEqual({
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Basic dXNlcjpwYXNz==', 'x-tenant': 'lore' },
      serviceName: 'loreloom',
      ratio: 0.25,
    })
    expect(readConfig({}).traces).toBeUndefined()
  })

  test('BASE_URL is kept as an origin', () => {
    expect(readConfig({ BASE_URL: 'https://lore.example.org/' }).baseUrl).toBe('https://lore.example.org')
  })

  test('an address that means all of them is visited as localhost', () => {
    expect(localUrl('0.0.0.0', 80)).toBe('http://localhost:80')
    expect(localUrl('::1', 4242)).toBe('http://[::1]:4242')
    expect(localUrl('127.0.0.1', 4242)).toBe('http://127.0.0.1:4242')
  })

  test('the table has a row for every setting', () => {
    expect(settingsTable().split('\n')).toHaveLength(Object.keys(settings).length + 2)
  })

  test('the table has four cells in every row', () => {
    const cellsOf = (row: string) => row.split(/(?<!\\)\|/).slice(1, -1)
    for (const row of settingsTable().split('\n')) expect(cellsOf(row), row).toHaveLength(4)
  })
})

test('README shows the table as it is', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  expect(readme).toContain(settingsTable())
})

test.each([
  ['meshy', 'MESHY_API_KEY', 'https://api.meshy.ai/openapi'],
  ['tripo', 'TRIPO_API_KEY', 'https://api.tripo3d.ai/v2/openapi'],
  ['stability', 'STABILITY_API_KEY', 'https://api.stability.ai'],
  ['stability-point-aware', 'STABILITY_API_KEY', 'https://api.stability.ai'],
])('%s makes 3D models with %s, and not without', (provider, key, baseUrl) => {
  expect(() => readConfig({ MODEL_PROVIDER: provider })).toThrow(
    `${key} must be set too, because MODEL_PROVIDER is ${provider}.`,
  )
  expect(readConfig({ MODEL_PROVIDER: provider, [key]: 'word' }).modelVendor).toEqual({
    provider,
    apiKey: 'word',
    baseUrl,
  })
  expect(readConfig({ [key]: 'word' }).modelVendor).toBeUndefined()
})
