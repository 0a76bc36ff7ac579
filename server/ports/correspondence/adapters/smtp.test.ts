import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { correspondenceLaws } from '@portico/contract/conformance/correspondence'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import type { correspondence } from '@portico/contract/ports/correspondence'
import type { InputOf } from '@portico/contract/ports/kit'
import { deliveryReport } from '../../../test/delivery-report.ts'
import { startSmtpSink } from '../../../test/smtp-sink.ts'
import { until } from '../../../test/until.ts'
import smtp from './smtp.ts'

const sample = correspondenceLaws.samples.send as InputOf<typeof correspondence, 'send'>
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

  const maildir = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-maildir-'))
    for (const name of ['new', 'cur', 'tmp']) await mkdir(join(folder, name))
    let count = 0
    return {
      folder,
      drop: (text: string) => writeFile(join(folder, 'new', `${++count}.drop`), text),
      taken: () => until(async () => (await readdir(join(folder, 'cur'))).length === count),
      remove: () => rm(folder, { recursive: true }),
    }
  }

  it('tells of letters that come back', async () => {
    const { folder, drop, taken, remove } = await maildir()
    await drop(deliveryReport('Original-Envelope-Id: ltr_1'))
    await drop(deliveryReport('Original-Envelope-Id: ltr_2').replace('Action: failed', 'Action: delayed'))
    await drop('From: ada@example.org\nSubject: Automatic reply: Your appeal\n\nI am away.')
    const { adapter, told, close } = await subjectOf(smtp, { ...options(25), bounces: folder }).open()
    await adapter.start?.()
    await taken()
    await close()
    const facts = told?.() ?? []
    assert.deepEqual(
      facts.map(({ name, fact }) => [name, (fact as { letterId: string }).letterId]),
      [['bounce', 'ltr_1']],
    )
    await remove()
  })

  it('hands over what comes back and is not understood, with the letter that its return address names', async () => {
    const sink = await startSmtpSink()
    const { folder, drop, taken, remove } = await maildir()
    const letterId = 'ltr_01kaf2q8zz0123456789abcdef'
    const { adapter, told, close } = await subjectOf(smtp, { ...options(sink.port), bounces: folder }).open()
    const context = {
      key: 'obl_1',
      attempt: 1,
      signal: AbortSignal.timeout(60_000),
      open: async () => [new Uint8Array()].values() as never,
    }
    const contact = { emails: ['ada@example.org'] }
    const recipient = { partyId: 'party_1', role: 'appellant', name: 'Ada', contact }
    await adapter.calls.send?.({ ...sample, letterId, recipient }, context)
    const returnPath = /FROM:<([^>]+)>/.exec(sink.mails[0]?.from ?? '')?.[1] ?? assert.fail()
    const forged = returnPath.replace(/\.\w{16}@/, '.0000000000000000@')
    await drop(`Return-Path: <>\nTo: ${returnPath}\nSubject: Xyzzy\n\nNothing \u001b happens.`)
    await drop(`Return-Path: <>\nTo: ${forged}\nSubject: failure notice\n\n<ada@example.org>: 550 unknown`)
    await drop(`Return-Path: <>\nSubject: failure notice\n\n<ada@example.org>: 550 unknown`)
    await drop(
      `Return-Path: <>\nTo: ${returnPath}\nSubject: failure notice\n\n<ada@example.org>: 550 unknown`,
    )
    await adapter.start?.()
    await taken()
    const facts = [...(told?.() ?? [])] as { name: string; fact: Record<string, unknown> }[]
    assert.deepEqual(
      facts.map(({ name, fact }) => [name, fact.subject, fact.letterId, fact.suggestedType]),
      [
        ['pieceArrived', 'Xyzzy', letterId, 'returnedMail'],
        ['pieceArrived', 'failure notice', undefined, undefined],
        ['pieceArrived', 'failure notice', undefined, 'returnedMail'],
        ['bounce', undefined, letterId, undefined],
      ],
    )
    const piece = facts[0]?.fact as { pieceId: string; text: string; files: { partId: string }[] }
    assert.equal(piece.text, 'Nothing   happens.')
    const fetched = async (partId: string) => {
      const bytes = await adapter.calls.fetchPiece?.({ pieceId: piece.pieceId, partId }, context)
      return Buffer.concat(await Array.fromAsync(bytes ?? [])).toString()
    }
    assert.deepEqual(
      piece.files.map(({ partId }) => partId),
      ['text', 'whole'],
    )
    assert.match(await fetched('whole'), /^Return-Path: <>\nTo: [\s\S]*happens\.$/)
    assert.match(await fetched('text'), /^Nothing/)
    await assert.rejects(fetched('7'), { code: 'gone' })
    const outside = { pieceId: '../new/1', partId: 'whole' }
    await assert.rejects(async () => adapter.calls.fetchPiece?.(outside, context), { code: 'gone' })
    await close()
    await sink.close()
    await remove()
  })
})
