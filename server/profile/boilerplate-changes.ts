import type { ComparedWords } from '@portico/contract/boilerplate'
import type { Entry } from '../core/decision/entry.ts'
import { wordDiff } from '../core/kernel/word-diff.ts'
import { changesBetween, type ProfileChange } from './changes.ts'

/** So many words apart, two texts are told as one that went and one that came. */
const mostEdits = 2000

/** What is other in one version of an entry: its text word by word, and the rest of it. */
export function entryChanges(
  before: Entry,
  after: Entry,
): { words: ComparedWords[]; changes: ProfileChange[] } {
  return {
    words: compareWords(templateOf(before), templateOf(after)),
    changes: changesBetween(ruleOf(before), ruleOf(after)),
  }
}

const templateOf = ({ body, blocks = [] }: Entry) => body ?? blocks.map(({ text }) => text).join('\n\n')

/** All but the text; conditions in their order. */
function ruleOf({ label, fields = [], blocks = [], mayBeEmpty = false }: Entry): Record<string, unknown> {
  return { label, fields, conditions: blocks.map(({ when = '' }) => when), mayBeEmpty }
}

export function compareWords(before: string, after: string): ComparedWords[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const parts = wordDiff().diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  if (!parts)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ].filter(({ text }) => text !== '') as ComparedWords[]
  return parts.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
