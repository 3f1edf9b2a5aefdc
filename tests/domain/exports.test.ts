import { describe, it } from 'vitest'
import { exported } from '#domain/exports.ts'
import { given } from '../given.ts'

const exportId = '0198c0de-0000-7000-8000-000000000001'
const made = { exportId, entries: 3, bytes: 120, sha256: 'ab'.repeat(32), signature: 'c2ln', signedBy: 'a1b2' }
const finish = { type: 'FinishExport', data: made } as const
const isMade = { type: 'StatementMade', data: made } as const
const advance = (done: number) => ({ type: 'AdvanceExport', data: { exportId, done, total: 9 } }) as const
const advanced = (done: number) => ({ type: 'StatementAdvanced', data: { exportId, done, total: 9 } }) as const
const fail = { type: 'FailExport', data: { exportId } } as const
const failed = { type: 'StatementFailed', data: { exportId } } as const
const expire = { type: 'ExpireExport', data: { exportId } } as const
const expired = { type: 'StatementExpired', data: { exportId } } as const

const givenExport = given(exported)

describe('a statement that is made', () => {
  it('says how far it is, onwards only', () => {
    givenExport(advanced(3)).when(advance(6)).emits(advanced(6))
    givenExport(advanced(6)).when(advance(3)).emitsNothing()
  })
  it('ends once', () => {
    givenExport(advanced(6)).when(finish).emits(isMade)
    givenExport(isMade).when(finish).emitsNothing()
    givenExport(isMade).when(fail).emitsNothing()
    givenExport().when(fail).emits(failed)
    givenExport(failed).when(finish).emitsNothing()
  })
  it('is kept for some days, and never made again by a job that comes late', () => {
    givenExport(isMade).when(expire).emits(expired)
    givenExport(isMade, expired).when(expire).emitsNothing()
    givenExport(isMade, expired).when(finish).emitsNothing()
    givenExport().when(expire).emitsNothing()
  })
})
