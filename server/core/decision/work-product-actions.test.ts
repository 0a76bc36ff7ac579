import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type WorkProductStatus, workProductStatuses } from '@portico/contract/work-products'
import { workProductActionsOf } from './work-product-actions.ts'

const byEverybody = () => true
const actionsIn = (status: WorkProductStatus, isCleared = false) =>
  workProductActionsOf({ status, isCleared }, byEverybody).join(' ')

describe('what may be done with a work product', () => {
  it('depends on where it stands', () => {
    assert.deepEqual(Object.fromEntries(workProductStatuses.map((status) => [status, actionsIn(status)])), {
      draft: 'save comment submit discard',
      inReview: 'save comment return discard sign',
      signed: 'release recall',
      released: 'recall',
      recalled: '',
      discarded: '',
    })
    assert.equal(actionsIn('signed', true), 'recall', 'it is released as soon as it is sealed')
  })

  it('depends on what its case allows them', () => {
    const drafting = ['draft', 'commentOnDrafts']
    const may = (action: string) => drafting.includes(action)
    assert.deepEqual(workProductActionsOf({ status: 'inReview', isCleared: false }, may), [
      'comment',
      'discard',
    ])
    assert.deepEqual(
      workProductActionsOf({ status: 'inReview', isCleared: false }, () => false),
      [],
    )
  })
})
