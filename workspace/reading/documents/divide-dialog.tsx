import type { DocumentSummary, NewPart } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../../data/draft.ts'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptDraftNote } from '../../ui/kept-draft.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { words } from '../../words/filing.ts'
import { useReading } from '../reading.ts'
import { useCategories } from './category.tsx'
import { divideAt, joined, newParts, type Part, pageCountOf, partsOf } from './division.ts'

type Settle = (parts: NewPart[]) => Promise<string | undefined>

/** A bundle and the documents that it seems to hold: accepted as proposed, or changed. */
export function DivideDialog({
  document,
  onDivide,
  onClose,
}: {
  document: DocumentSummary
  /** Returns the reason if it was refused. */
  onDivide: Settle
  onClose: () => void
}) {
  const { caseId } = useReading()
  const proposal = useQuery({
    queryKey: [...keys.of(caseId, 'documents'), 'division', document.id],
    queryFn: ({ signal }) => portico().documents.proposeDivision(caseId, document.id, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const pages = document.endPage - document.startPage + 1
  return (
    <Dialog title={words.divideTitle(document.name)} onClose={onClose}>
      {proposal.data ? (
        <>
          <p className="soft">
            {proposal.data.parts.length > 1 ? words.proposed(proposal.data.parts.length) : words.notProposed}
            {proposal.data.pagesRead < pages ? ` ${words.readSoFar(proposal.data.pagesRead, pages)}` : ''}
          </p>
          <Parts
            document={document}
            proposed={partsOf(proposal.data.parts, document.name)}
            onDivide={onDivide}
            onClose={onClose}
          />
        </>
      ) : proposal.error ? (
        <Failure error={proposal.error} retry={() => void proposal.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

function Parts({
  document,
  proposed,
  onDivide,
  onClose,
}: {
  document: DocumentSummary
  proposed: Part[]
  onDivide: Settle
  onClose: () => void
}) {
  const { goTo } = useReading()
  const categories = useCategories()
  const [parts, setParts, clearParts, kept] = useDraft(`divide.${document.id}`, proposed)
  const [at, setAt] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [field, problemId] = [useId(), useId()]
  const pages = document.endPage - document.startPage + 1
  const change = (index: number, edit: Partial<Part>) =>
    setParts(parts.map((part, other) => (other === index ? { ...part, ...edit } : part)))
  const casePage = ({ firstPage }: Part) => document.startPage + firstPage - 1

  function add() {
    const page = Number(at) - document.startPage + 1
    if (!Number.isInteger(page) || page < 2 || page > pages)
      return setProblem(words.partWithin(document.startPage + 1, document.endPage))
    setProblem('')
    setAt('')
    setParts(divideAt(parts, page, words.untitled(document.name, page)))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (at) return add()
    if (parts.length < 2) return setProblem(words.twoParts)
    if (parts.some(({ name }) => !name.trim())) return setProblem(words.nameMissing)
    setBusy(true)
    const refused = await onDivide(newParts(parts, pages))
    setBusy(false)
    if (refused !== undefined) return setProblem(refused)
    clearParts()
    onClose()
  }

  return (
    <form className="division" onSubmit={save}>
      <KeptDraftNote kept={kept} />
      <ol>
        {parts.map((part, index) => (
          <li key={part.firstPage}>
            <button type="button" className="link number" onClick={() => goTo({ page: casePage(part) })}>
              {words.partPages(casePage(part), casePage(part) + pageCountOf(parts, index, pages) - 1)}
            </button>
            <input
              className="field"
              aria-label={words.partName(index + 1)}
              maxLength={300}
              value={part.name}
              onChange={(event) => change(index, { name: event.target.value })}
            />
            <select
              className="field"
              aria-label={words.partCategory(index + 1)}
              value={part.category ?? ''}
              onChange={(event) => change(index, { category: event.target.value || undefined })}
            >
              <option value="">{words.sameCategory}</option>
              {categories.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
            {index > 0 ? (
              <IconButton
                name={words.join(index + 1)}
                icon={<Trash2 />}
                onClick={() => setParts(joined(parts, index))}
              />
            ) : null}
            {part.reasons.length ? <small className="faint">{part.reasons.join(' · ')}</small> : null}
          </li>
        ))}
      </ol>
      <div className="line-form">
        <label htmlFor={field}>{words.partFrom}</label>
        <input
          id={field}
          className="field page-field"
          inputMode="numeric"
          value={at}
          aria-describedby={problemId}
          onChange={(event) => setAt(event.target.value)}
        />
        <Button onClick={add}>{words.addPart}</Button>
      </div>
      <p id={problemId} className="problem" role="alert">
        {problem}
      </p>
      <Button kind="solid" type="submit" disabled={isBusy}>
        {words.divide(parts.length)}
      </Button>
    </form>
  )
}
