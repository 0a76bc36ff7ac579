import { Ellipsis } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { words } from '../../words/filing.ts'
import { words as reading } from '../../words/reading.ts'
import { useReading } from '../reading.ts'

export type DocumentDoes = Record<'edit' | 'revise' | 'divide' | 'remove' | 'print', () => void>

/** The actions on the document that is read. */
export function DocumentMenu({ does, pageCount }: { does: DocumentDoes; pageCount: number }) {
  const { may } = useReading()
  const curates = may('curateDocuments')
  const items: [string, () => void, boolean][] = [
    [reading.edit.title, does.edit, curates],
    [words.reviseItem, does.revise, curates],
    [words.divideItem, does.divide, curates && pageCount > 1],
    [words.removeItem, does.remove, curates],
    [words.print, does.print, true],
  ]
  return (
    <Menu label={words.documentMenu} button={<Ellipsis />} buttonClass="button plain icon" align="end">
      {items
        .filter(([, , isOffered]) => isOffered)
        .map(([label, run]) => (
          <MenuItem key={label} run={run}>
            {label}
          </MenuItem>
        ))}
    </Menu>
  )
}
