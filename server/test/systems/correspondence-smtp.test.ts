import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { correspondenceLaws } from '@portico/contract/conformance/correspondence'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { bytesOfSample } from '@portico/contract/conformance/sample-file'
import { Skipped } from '@portico/contract/conformance/trial'
import type { correspondence } from '@portico/contract/ports/correspondence'
import type { InputOf } from '@portico/contract/ports/kit'
import smtp from '../../ports/correspondence/adapters/smtp.ts'
import { startPostfix } from '../postfix.ts'
import { until } from '../until.ts'

export const debianPackages = ['postfix']

describe('the SMTP adapter of correspondence, against Postfix', { timeout: 240_000 }, () => {
  let postfix: Awaited<ReturnType<typeof startPostfix>>
  before(async () => {
    postfix = await startPostfix()
  })
  after(() => postfix?.close())

  const options = () =>
    ({ host: '127.0.0.1', port: postfix.port, security: 'none', from: 'portico@example.org' }) as const
  const letter = (to: string, letterId = 'ltr_1') =>
    ({
      ...correspondenceLaws.samples.send,
      letterId,
      recipient: { partyId: 'party_1', role: 'appellant', name: 'Ada Byron', contact: { emails: [to] } },
    }) as InputOf<typeof correspondence, 'send'>
  const contextOf = (key: string) => ({
    key,
    attempt: 1,
    signal: AbortSignal.timeout(120_000),
    open: async () => [bytesOfSample].values() as never,
  })

  it('keeps the laws of the port', async () => {
    const mood = async (mood: Mood) => {
      if (mood === 'hanging' || mood === 'refusing') throw new Skipped('Postfix does neither on demand.')
      if (mood === 'down') await postfix.stop()
      else await postfix.start()
    }
    const samples = { send: letter('ada@example.org', 'letter_{id}') }
    const refused = { send: letter('stranger@example.org') }
    const effects = () => postfix.messageIds('ada')
    await keepsTheLaws(correspondenceLaws, subjectOf(smtp, options(), { effects, mood, refused, samples }))
  })

  it('a letter arrives with its PDF', async () => {
    const { adapter } = await subjectOf(smtp, options()).open()
    const answer = await adapter.calls.send?.(letter('ada@example.org'), contextOf('obl_arrives'))
    assert.equal(answer?.receipt?.destination, 'ada@example.org')
    const mail = await until(async () =>
      (await postfix.mails('ada')).find((text) => text.includes('obl_arrives')),
    )
    assert.match(mail, /^Subject: Your decision$/m)
    assert.ok(mail.replaceAll(/\s/g, '').includes(Buffer.from(bytesOfSample).toString('base64').slice(0, 40)))
  })

  it('a bounce of Postfix names the letter, and is told as a fact', async () => {
    const binding = { ...options(), bounces: postfix.maildir('portico') }
    const { adapter, told, close } = await subjectOf(smtp, binding).open()
    await adapter.start?.()
    await adapter.calls.send?.(letter('ada@gone.example', 'ltr_gone'), contextOf('obl_gone'))
    const [fact] = await until(() => {
      const facts = told?.() ?? []
      return facts.length > 0 && facts
    })
    await close()
    assert.equal(fact?.name, 'bounce')
    const bounce = fact?.fact as { letterId: string; destination: string; why: string }
    assert.deepEqual([bounce.letterId, bounce.destination], ['ltr_gone', 'ada@gone.example'])
    assert.match(bounce.why, /\S/)
  })
})
