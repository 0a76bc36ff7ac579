import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Action, actionNames } from '@portico/contract/actions'
import { type WorkProductStatus, workProductStatuses } from '@portico/contract/work-products'
import { alice, callBy } from '../../test/given.ts'
import { initialWork } from '../work/state.ts'
import { productOffers } from './product-offers.ts'

const actionsIn = (status: WorkProductStatus, { isCleared = false, allowed = actionNames } = {}) => {
  const product = {
    status,
    isCleared,
    version: 1,
    title: 'Decision',
    contentSha256: 'a'.repeat(64),
    comments: {},
    packageSha256: 'd'.repeat(64),
    isSealed: false,
  }
  const state = { products: { product_1: product }, tasks: [] }
  const of = { caseId: 'case_1', workProductId: 'product_1' }
  const caseWork = { ...initialWork, rootId: 'task_root', caseType: 'appeal' }
  return productOffers(of, state, { context: callBy(alice), allowed, caseWork }).may.join(' ')
}

describe('what may be done with a work product that nobody holds', () => {
  it('depends on where it stands', () => {
    assert.deepEqual(Object.fromEntries(workProductStatuses.map((status) => [status, actionsIn(status)])), {
      draft: 'save comment submit discard',
      inReview: 'save comment return discard sign',
      signed: 'release recall',
      released: 'recall',
      recalled: '',
      discarded: '',
    })
    assert.equal(actionsIn('signed', { isCleared: true }), 'recall', 'it is released as soon as it is sealed')
  })

  it('depends on what its case allows them', () => {
    const allowed: Action[] = ['draft', 'commentOnDrafts']
    assert.equal(actionsIn('inReview', { allowed }), 'comment discard')
    assert.equal(actionsIn('inReview', { allowed: [] }), '')
  })
})
