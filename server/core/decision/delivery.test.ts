import { describe, it } from 'node:test'
import { given, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { type DeliveryCommand, deliveries } from './delivery.ts'

const of = { deliveryId: 'delivery_1', workProductId: 'product_1', partyId: 'party_1' }
const subject = 'delivery_1'
const owed: Fact = { type: 'delivery.owed', subject, data: of }
const mailed = { channel: 'mail', sentAt: '2026-11-01T00:00:00.000Z' }
const receipted = (receipt: object): Fact =>
  ({ type: 'delivery.receipted', subject, data: { ...of, ...receipt } }) as Fact
const failed = (failure: object): Fact =>
  ({ type: 'delivery.failed', subject, data: { ...of, ...failure } }) as Fact
const withdrawn: Fact = { type: 'delivery.withdrawn', subject, data: { ...of, why: 'Recalled.' } }

const receipt = (given: object) =>
  ({ type: 'receiptDelivery', caseId: 'case_1', deliveryId: 'delivery_1', ...given }) as DeliveryCommand
const failure = (given: object) =>
  ({ type: 'failDelivery', caseId: 'case_1', deliveryId: 'delivery_1', ...given }) as DeliveryCommand

const after = (...facts: Fact[]) => given(deliveries, recorded([owed, ...facts]))

describe('receipts', () => {
  it('are kept one for each sending', () => {
    after()
      .when(receipt(mailed))
      .then([receipted(mailed)])
    const tracked = { ...mailed, tracking: '9400 1000' }
    after(receipted(mailed))
      .when(receipt(tracked))
      .then([receipted(tracked)])
    const elsewhere = { ...mailed, channel: 'electronic', destination: 'ada@example.org' }
    after(receipted(mailed))
      .when(receipt(elsewhere))
      .then([receipted(elsewhere)])
  })

  it('change nothing when they are repeated, not even after what they tell of came back', () => {
    after(receipted(mailed)).when(receipt(mailed)).then([])
    after(receipted(mailed), failed({ why: 'It came back.' }))
      .when(receipt(mailed))
      .then([])
    after(receipted(mailed), withdrawn).when(receipt(mailed)).then([])
  })
})

describe('failures', () => {
  const bounce = { why: 'It came back.' }

  it('are recorded after a receipt too', () => {
    after(receipted(mailed))
      .when(failure(bounce))
      .then([failed(bounce)])
  })

  it('make nothing owed of a decision that was recalled', () => {
    const data = {
      workProductId: 'product_1',
      packageSha256: 'a'.repeat(64),
      wasReleased: true,
      why: 'An error.',
    }
    const recalled: Fact = { type: 'workProduct.recalled', subject: 'product_1', data }
    after(receipted(mailed), recalled)
      .when(failure(bounce))
      .thenRefused('stateForbids', /was recalled/)
    after(receipted(mailed), failed(bounce), recalled, withdrawn).when(failure(bounce)).then([])
  })

  it('are told once, and once more where it was sent again since', () => {
    after(failed(bounce)).when(failure(bounce)).then([])
    after(failed(bounce), receipted(mailed))
      .when(failure(bounce))
      .then([failed(bounce)])
    const other = { why: 'Nobody lives there.', channel: 'mail', destination: '12 Elm Street' }
    after(failed(bounce))
      .when(failure(other))
      .then([failed(other)])
  })

  it('with a time are told once whatever was sent since', () => {
    const dated = { ...bounce, failedAt: '2026-11-05T00:00:00.000Z' }
    after(failed(dated), receipted(mailed)).when(failure(dated)).then([])
  })

  it('are refused where nothing is owed any more', () => {
    after(withdrawn)
      .when(failure(bounce))
      .thenRefused('stateForbids', /recalled/)
    after(withdrawn)
      .when(receipt(mailed))
      .thenRefused('stateForbids', /recalled/)
  })
})
