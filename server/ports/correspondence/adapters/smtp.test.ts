import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { correspondenceLaws } from '@portico/contract/conformance/correspondence'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { deliveryReport } from '../../../test/delivery-report.ts'
import { startSmtpSink } from '../../../test/smtp-sink.ts'
import { until } from '../../../test/until.ts'
import smtp from './smtp.ts'

const options = (port: number) =>
  ({ host: '127.0.0.1', port, security: 'none', from: 'board@example.org' }) as const

describe('the SMTP adapter of correspondence', () => {
  it('keeps the laws of the port, and attaches the letter', async () => {
    const sink = await startSmtpSink()
    const { effects, mood } = sink
    await keepsTheLaws(correspondenceLaws, subjectOf(smtp, options(sink.port), { effects, mood }))
    const [mail] = sink.mails
    assert.match(mail?.envelopeId ?? '', /^letter_/)
    assert.match(mail?.data ?? '', /^Content-Disposition: attachment/m)
    assert.match(mail?.data ?? '', /^X-Portico-Letter: letter_/m)
    await sink.close()
  })

  it('tells of letters that come back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-maildir-'))
    for (const name of ['new', 'cur', 'tmp']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'new', '1'), deliveryReport('Original-Envelope-Id: ltr_1'))
    const { adapter, told, close } = await subjectOf(smtp, { ...options(25), bounces: folder }).open()
    await adapter.start?.()
    await until(async () => (await readdir(join(folder, 'cur'))).length === 1)
    await close()
    const facts = told?.() ?? []
    assert.deepEqual(
      facts.map(({ name, fact }) => [name, (fact as { letterId: string }).letterId]),
      [['bounce', 'ltr_1']],
    )
    await rm(folder, { recursive: true })
  })
})
