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

/** The parts of what a signer reads before signing, as named in a refusal. */
const parts: readonly {
  name: string
  contentOf: (frozen: Frozen, findings: Findings, title: string) => unknown
}[] = [
  {
    name: 'the text',
    contentOf: ({ sections, structure = null, authorities = null }, _, title) => [
      title,
      sections,
      structure,
      authorities,
    ],
  },
  {
    name: 'the dispositions',
    contentOf: ({ dispositions }) => dispositions.map(({ evidence: _, ...decided }) => decided),
  },
  {
    name: 'the citations',
    contentOf: ({ citations, dispositions }) => [citations, dispositions.map(({ evidence }) => evidence)],
  },
  { name: 'the instructions of remands', contentOf: ({ remands = [] }) => remands },
  { name: 'the recipients', contentOf: ({ recipients }) => recipients },
  { name: 'what blocks the signature', contentOf: (_, { blockers }) => blockers },
  { name: 'the warnings', contentOf: (_, { warnings }) => warnings },
]

const hashLength = 32

/** Hashes of what a signer is shown, by part, so that a refusal can name what has changed. */
export function hashOfShown(facts: DecisionFacts, findings: Findings): string {
  const frozen = composePackage(facts, [], [])
  const { title } = facts.workProduct
  const hashes = parts.map(({ contentOf: of }) =>
    hash('sha256', canonicalJson(of(frozen, findings, title)), 'hex'),
  )
  return hashes.map((hash) => hash.slice(0, hashLength)).join('.')
}

/** A sentence that names what has changed since it was shown; undefined if nothing has. */
export function changedSince(shown: string, current: string): string | undefined {
  if (shown === current) return undefined
  const [before, after] = [shown.split('.'), current.split('.')]
  const isComparable = before.length === after.length
  const changed = parts.filter((_, index) => before[index] !== after[index]).map(({ name }) => name)
  const changes = isComparable ? changed.join(', ') : 'the decision'
  return `This has changed since you looked: ${changes}. Read the decision again before you sign it.`
}
