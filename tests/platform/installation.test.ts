import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLastBackup, recordBackup } from '../../backend/backup/last-backup.ts'
import { describeSettings } from '../../backend/installation.ts'
import { settings } from '../../backend/settings.ts'

const settingOf = (env: NodeJS.ProcessEnv, name: string) => describeSettings(env).find((row) => row.name === name)

test('every setting is listed with its value or its default', () => {
  expect(describeSettings({}).map(({ name }) => name)).toEqual(Object.keys(settings))
  expect(settingOf({ PORT: ' 80 ' }, 'PORT')).toMatchObject({ value: '80', source: 'environment', isSecret: false })
  expect(settingOf({ PORT: '' }, 'PORT')).toMatchObject({ value: '4242', source: 'default' })
})

test('no secret of a setting is repeated', () => {
  const secret = 'sesame0123456789'
  const addresses: Record<string, string> = {
    DATABASE_URL: `postgres://loreloom:${secret}@db.example.org/loreloom`,
    EVENTSTORE_URL: `esdb://admin:${secret}@a.example.org:2113,b.example.org:2113?tls=true`,
    SMTP_URL: `smtps://post:${secret}@mail.example.org`,
    AUDIT_HEADS_URL: `https://hooks.example.org/services/${secret}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `https://traces.example.org/?api_key=${secret}`,
  }
  const names = Object.keys(settings).filter((name) => /SECRET|KEY|TOKEN|PASSPHRASE|HEADERS$/.test(name))
  const env = { ...Object.fromEntries(names.map((name) => [name, secret])), ...addresses }
  expect(JSON.stringify(describeSettings(env))).not.toContain(secret)
  expect(settingOf(env, 'DATABASE_URL')?.value).toBe('postgres://loreloom:[hidden]@db.example.org/loreloom')
})

test('the last backup is recorded, and an unreadable record counts as none', () => {
  const dir = mkdtempSync(join(tmpdir(), 'installation-'))
  expect(readLastBackup(dir)).toBeNull()
  const backup = { at: '2026-11-29T10:00:00.000Z', bytes: 12, isChecked: true, isEncrypted: false }
  recordBackup(dir, backup)
  expect(readLastBackup(dir)).toEqual(backup)
  rmSync(dir, { recursive: true })
})
