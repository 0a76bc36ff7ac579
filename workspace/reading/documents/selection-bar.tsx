import type { DocumentSummary } from '@portico/sdk'
import { X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { CategoryMark, useCategories } from './category.tsx'
import type { Marks } from './use-marks.ts'

/** What can be done to all documents that are selected. */
export function SelectionBar({
  documents,
  marks,
  onTag,
  onExport,
  onClear,
}: {
  documents: readonly DocumentSummary[]
  marks: Marks
  onTag: () => void
  onExport: () => void
  onClear: () => void
}) {
  const { may } = useReading()
  const categories = useCategories()
  const isRead = documents.every(({ read }) => read)
  return (
    <section className="selected-documents" aria-label={words.documents.selected(documents.length)}>
      <span role="status">{words.documents.selected(documents.length)}</span>
      <IconButton name={words.dismiss} icon={<X />} onClick={onClear} />
      {marks.mayTag ? (
        <Button shortcut="t" onClick={onTag}>
          {words.marks.tag}
        </Button>
      ) : null}
      {marks.mayMark ? (
        <Button shortcut="m" onClick={() => void marks.setRead(documents, !isRead)}>
          {isRead ? words.marks.markUnread : words.marks.markRead}
        </Button>
      ) : null}
      {marks.mayEdit ? (
        <Menu label={words.marks.category} button={words.documents.category}>
          {categories.map((category) => (
            <MenuItem key={category.name} run={() => void marks.categorise(documents, [category.name])}>
              <CategoryMark category={category} />
              {category.label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {may('exportCase') ? <Button onClick={onExport}>{words.export.button}</Button> : null}
    </section>
  )
}
