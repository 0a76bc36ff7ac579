import { describe, it } from 'node:test'
import { follow, tutorial } from '../../../tools/tutorial.ts'

export const debianPackages = ['python3']

describe('an adapter in Python', () => {
  it('is written as the tutorial says, and keeps the laws of its port', () => follow(tutorial().inPython))
})
