import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileName } from '../cases/names.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Combobox } from '../ui/combobox.tsx'
import { plainly } from '../ui/plain-name.ts'

export type ChosenCase = { id: string; docketNumber: string; name?: string | undefined }

const labelOf = ({ docketNumber, name }: ChosenCase) => [docketNumber, name].filter(Boolean).join(' ')

/** A case, found by typing part of its docket number or of a name. */
export function CaseField({
  label,
  hint,
  none,
  chosen,
  onChoose,
}: {
  label: string
  hint: string
  none: string
  chosen: ChosenCase | undefined
  onChoose: (chosen: ChosenCase | undefined) => void
}) {
  const [text, setText] = useState(chosen ? labelOf(chosen) : '')
  const isOpen = chosen === undefined && text.trim().length > 1
  const found = useQuery({
    queryKey: [...keys.cases, 'find', text.trim()],
    queryFn: async ({ signal }) =>
      plainly((await portico().cases.list({ text: text.trim(), limit: 8, signal }).page()).cases),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  return (
    <Combobox
      label={label}
      placeholder={hint}
      text={text}
      onType={(typed) => {
        onChoose(undefined)
        setText(typed)
      }}
      options={(isOpen ? (found.data ?? []) : []).map(({ id, docketNumber, veteran }) => ({
        key: id,
        label: <span className="number">{docketNumber}</span>,
        note: fileName(veteran),
        value: { id, docketNumber, name: fileName(veteran) },
      }))}
      isOpen={isOpen}
      isCurrent={!found.isPending && !found.isPlaceholderData}
      none={none}
      onChoose={(option) => {
        setText(labelOf(option))
        onChoose(option)
      }}
    />
  )
}
