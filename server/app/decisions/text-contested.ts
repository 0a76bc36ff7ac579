import type { OperationsApplied } from '@portico/contract/operations'
import { Refusal } from '../../core/kernel/decider.ts'

type Contested = Pick<OperationsApplied, 'conflicts' | 'title'>

export const isContested = ({ conflicts, title }: Contested) => conflicts.length > 0 || title !== undefined

/** The first few of what two have changed, for a sentence. */
export const contestedIn = ({ conflicts, title }: Contested): string =>
  [...(title ? ['the title'] : []), ...conflicts.map(({ blockId }) => blockId)].slice(0, 3).join(', ')

/** Somebody else has changed the same, where all of a change is written or none of it. */
export class TextContested extends Refusal {
  constructor(contested: Contested) {
    super(
      'conflict',
      `Somebody else has changed the same since (${contestedIn(contested)}): nothing of this was written.`,
    )
  }
}
