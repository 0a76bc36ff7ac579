import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../kernel/decider.ts'
import {
  type IssueWords,
  refuseUnknownDecision,
  refuseUnknownIneligibility,
  refuseUnknownType,
} from './words.ts'

const words: IssueWords = {
  benefitTypes: [{ name: 'gold' }, { name: 'silver' }],
  issueTypes: [
    { name: 'size', benefitTypes: ['gold'] },
    { name: 'shape', benefitTypes: [] },
  ],
  dispositions: [
    { name: 'yes', reasons: 'none' },
    { name: 'perhaps', reasons: 'optional' },
    { name: 'back', reasons: 'required' },
  ],
  reasonGroups: [
    { dispositions: ['back'], asksTiming: true, reasons: [{ name: 'missing' }, { name: 'wrong' }] },
    { dispositions: ['perhaps', 'back'], asksTiming: false, reasons: [{ name: 'tangled' }] },
  ],
  reasonTimings: [{ name: 'early' }, { name: 'late' }],
  ineligibility: [{ name: 'twice' }],
}

const refused = (sentence: RegExp, ask: () => void) =>
  assert.throws(ask, (error) => {
    return error instanceof Refusal && error.code === 'invalid' && sentence.test(error.message)
  })

describe('the words of an issue', () => {
  it('are those of the profile', () => {
    refuseUnknownType(words, { issueType: 'size', benefitType: 'gold' })
    refuseUnknownType(words, { issueType: 'size' })
    refuseUnknownType(words, { issueType: 'shape', benefitType: 'silver' })
    refused(/^There is no issue type weight: it must be /, () =>
      refuseUnknownType(words, { issueType: 'weight' }),
    )
    refused(/^There is no benefit type tin: /, () =>
      refuseUnknownType(words, { issueType: 'shape', benefitType: 'tin' }),
    )
    refused(/of the type size must be gold: it is silver/, () =>
      refuseUnknownType(words, { issueType: 'size', benefitType: 'silver' }),
    )
    refuseUnknownIneligibility(words, 'twice')
    refused(/^There is no reason of ineligibility thrice: /, () =>
      refuseUnknownIneligibility(words, 'thrice'),
    )
  })
})

describe('the words of a decision', () => {
  const decide = (disposition: string, ...reasons: { reason: string; timing?: string }[]) =>
    refuseUnknownDecision(words, disposition, reasons)

  it('are a disposition and what it asks for', () => {
    decide('yes')
    decide('perhaps')
    decide('perhaps', { reason: 'tangled' })
    decide('back', { reason: 'missing', timing: 'early' }, { reason: 'missing', timing: 'late' })
    refused(/^There is no disposition no: /, () => decide('no'))
    refused(/reasons must be left out with the disposition yes/, () => decide('yes', { reason: 'tangled' }))
    refused(/^reasons must have at least 1 entry with the disposition back/, () => decide('back'))
  })
  it('have reasons of that disposition, with when they arose where that is asked', () => {
    refused(/^There is no reason missing of the disposition perhaps: /, () =>
      decide('perhaps', { reason: 'missing', timing: 'early' }),
    )
    refused(/^timing of the reason missing must be /, () => decide('back', { reason: 'missing' }))
    refused(/^There is no timing of a reason soon: it must be /, () =>
      decide('back', { reason: 'missing', timing: 'soon' }),
    )
    refused(/timing must be left out with the reason tangled/, () =>
      decide('back', { reason: 'tangled', timing: 'early' }),
    )
    refused(/must not have wrong twice/, () =>
      decide('back', { reason: 'wrong', timing: 'late' }, { reason: 'wrong', timing: 'late' }),
    )
  })
})
