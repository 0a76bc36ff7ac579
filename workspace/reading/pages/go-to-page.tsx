import { type FormEvent, useId, useState } from 'react'
import { type Store, useStore } from '../../data/store.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'

/** Apart from the desk, which is not rendered when it opens. */
export function GoToPage({ isOpen }: { isOpen: Store<boolean> }) {
  return useStore(isOpen) ? <GoToPageDialog onClose={() => isOpen.set(false)} /> : null
}

function GoToPageDialog({ onClose }: { onClose: () => void }) {
  const { file, goTo, expect } = useReading()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [field, problem] = [useId(), useId()]

  const pageOf = (typed: string) => Number(typed.replaceAll(/[\s,.]/g, ''))

  function go(event: FormEvent) {
    event.preventDefault()
    const page = pageOf(text)
    if (file.indexOf(page) === undefined) return setMissing(true)
    onClose()
    goTo({ page })
  }

  return (
    <Panel title={words.pages.goTo} onClose={onClose}>
      <form className="line-form" onSubmit={go}>
        <label htmlFor={field}>{words.pages.goToLabel(file.lastPage)}</label>
        <input
          id={field}
          className="field"
          inputMode="numeric"
          value={text}
          aria-invalid={isMissing}
          aria-describedby={problem}
          onChange={(event) => {
            setText(event.target.value)
            setMissing(false)
            expect(pageOf(event.target.value))
          }}
        />
        <Button kind="solid" type="submit">
          {words.pages.go}
        </Button>
        <p id={problem} className="problem" role="alert">
          {isMissing ? words.pages.noSuchPage(text) : ''}
        </p>
      </form>
    </Panel>
  )
}
