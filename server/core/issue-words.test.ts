import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type IssueWords,
  refuseUnknownDecision,
  refuseUnknownIneligibility,
  refuseUnknownType,
} from './issue-words.ts'
import { Refusal } from './kernel.ts'

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
    refused(/^weight is not an issue type/, () => refuseUnknownType(words, { issueType: 'weight' }))
    refused(/^tin is not a benefit type/, () =>
      refuseUnknownType(words, { issueType: 'shape', benefitType: 'tin' }),
    )
    refused(/type size is not of the benefit silver/, () =>
      refuseUnknownType(words, { issueType: 'size', benefitType: 'silver' }),
    )
    refuseUnknownIneligibility(words, 'twice')
    refused(/^thrice is not a reason why/, () => refuseUnknownIneligibility(words, 'thrice'))
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
    refused(/^no is not a disposition/, () => decide('no'))
    refused(/yes has no reasons/, () => decide('yes', { reason: 'tangled' }))
    refused(/back needs a reason/, () => decide('back'))
  })
  it('have reasons of that disposition, with when they arose where that is asked', () => {
    refused(/missing is not a reason of the disposition perhaps/, () =>
      decide('perhaps', { reason: 'missing', timing: 'early' }),
    )
    refused(/missing says when it arose/, () => decide('back', { reason: 'missing' }))
    refused(/^soon is not a time/, () => decide('back', { reason: 'missing', timing: 'soon' }))
    refused(/tangled has no timing/, () => decide('back', { reason: 'tangled', timing: 'early' }))
    refused(/wrong is given twice/, () =>
      decide('back', { reason: 'wrong', timing: 'late' }, { reason: 'wrong', timing: 'late' }),
    )
  })
})
