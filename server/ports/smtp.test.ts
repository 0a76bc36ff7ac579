import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deliveryReport } from '../test/delivery-report.ts'
import { mutated, seeded } from '../test/mutants.ts'
import { bouncesIn } from './smtp.ts'

const now = new Date('2026-03-02T15:04:05.000Z')

describe('delivery reports', () => {
  it('say whom a message did not reach and why, even if they name no message', () => {
    const told = {
      envelopeId: 'unknown',
      why: 'smtp; 550 5.1.1 <nobody@example.org>: no such mailbox here',
      channel: 'email',
      destination: 'nobody@example.org',
      failedAt: now.toISOString(),
    }
    assert.deepEqual(bouncesIn(deliveryReport('Reporting-MTA: dns; mail.example.org'), now), [told])
    const named = deliveryReport('Original-Envelope-Id: ltr_1')
    assert.deepEqual(bouncesIn(named, now), [{ ...told, envelopeId: 'ltr_1' }])
    assert.deepEqual(bouncesIn(named.replace('failed', 'delayed'), now), [])
    assert.deepEqual(bouncesIn('Subject: hello\n\nAction: failed', now), [])
  })

  it('that are hostile yield short fields or nothing', () => {
    const random = seeded(7)
    const report = Buffer.from(deliveryReport('Original-Envelope-Id: ltr_1'))
    const many = `${deliveryReport('x: y')}`.replace(
      'Final-Recipient',
      `${'Final-Recipient: rfc822; a@example.org\r\nAction: failed\r\n\r\n'.repeat(5000)}Final-Recipient`,
    )
    const long = deliveryReport(`Original-Envelope-Id: ${'x'.repeat(100_000)}\u0000\u001b`)
    const reports = Array.from({ length: 300 }, () => mutated(report, random).toString('utf8'))
    for (const one of [...reports, many, long]) {
      const bounces = bouncesIn(one, now)
      assert.ok(bounces.length <= 100)
      for (const { envelopeId, why, destination } of bounces) {
        assert.ok(envelopeId.length <= 200 && why.length <= 2000 && destination.length <= 500)
        assert.ok(envelopeId && why && destination)
        assert.doesNotMatch(envelopeId + why + destination, /\p{Cc}/u)
      }
    }
  })
})
