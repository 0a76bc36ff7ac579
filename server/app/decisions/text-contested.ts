import type { OperationsApplied } from '@portico/contract/operations'
import { Refusal } from '../../core/kernel/decider.ts'

/** Blocks were changed by somebody else, where all of a change is written or none of it. */
export class TextContested extends Refusal {
  constructor({ conflicts }: Pick<OperationsApplied, 'conflicts'>) {
    const blocks = conflicts.map(({ blockId }) => blockId)
    super(
      'conflict',
      `Somebody else has changed the same blocks since (${blocks.slice(0, 3).join(', ')}): nothing of this was written.`,
    )
  }
}
