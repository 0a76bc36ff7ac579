import { hash } from 'node:crypto'
import type { DecisionPackage } from '@portico/contract/decision-package'
import { canonicalJson } from '../kernel/chain.ts'
import type { DecisionFacts } from './facts.ts'
import type { Findings } from './findings.ts'
import { composePackage } from './package.ts'

type Frozen = Pick<
  DecisionPackage,
  'sections' | 'structure' | 'authorities' | 'dispositions' | 'citations' | 'recipients' | 'remands'
>

/** What a signer reads before signing, part by part, as a refusal names it. */
const parts: readonly { name: string; of: (frozen: Frozen, findings: Findings, title: string) => unknown }[] =
  [
    {
      name: 'the text',
      of: ({ sections, structure = null, authorities = null }, _, title) => [
        title,
        sections,
        structure,
        authorities,
      ],
    },
    {
      name: 'the dispositions',
      of: ({ dispositions }) => dispositions.map(({ evidence: _, ...decided }) => decided),
    },
    {
      name: 'the citations',
      of: ({ citations, dispositions }) => [citations, dispositions.map(({ evidence }) => evidence)],
    },
    { name: 'the instructions of remands', of: ({ remands = [] }) => remands },
    { name: 'the recipients', of: ({ recipients }) => recipients },
    { name: 'what blocks the signature', of: (_, { blockers }) => blockers },
    { name: 'the warnings', of: (_, { warnings }) => warnings },
  ]

const hashLength = 32

/** The hash of what a signer is shown: one for each part, so that a refusal can say what has changed since. */
export function shownOf(facts: DecisionFacts, findings: Findings): string {
  const frozen = composePackage(facts, [], [])
  const { title } = facts.workProduct
  const hashes = parts.map(({ of }) => hash('sha256', canonicalJson(of(frozen, findings, title)), 'hex'))
  return hashes.map((one) => one.slice(0, hashLength)).join('.')
}

/** That something is no longer as it was shown, in a sentence; undefined if all of it is. */
export function changedSince(shown: string, now: string): string | undefined {
  if (shown === now) return undefined
  const [before, after] = [shown.split('.'), now.split('.')]
  const isKnown = before.length === after.length
  const changed = parts.filter((_, index) => before[index] !== after[index]).map(({ name }) => name)
  const what = isKnown ? changed.join(', ') : 'the decision'
  return `This has changed since you looked: ${what}. Read the decision again before you sign it.`
}
