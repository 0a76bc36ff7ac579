import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useModal } from '../ui/use-modal.ts'
import { words } from '../words/command-menu.ts'
import type { Command } from './commands.ts'
import { type Target, useJumpTargets } from './jump-targets.ts'
import './command-menu.css'

/** One field to jump to any case, document, page, task, person or command. */
export function CommandMenu({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { targets, isSearching } = useJumpTargets(text, commands)
  const current = Math.min(at, targets.length - 1)

  useModal(dialog)
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  function run(target: Target | undefined) {
    if (!target) return
    onClose()
    // After the dialog has returned the focus, so that it does not take it from what opens next.
    requestAnimationFrame(() => target.run())
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setAt((current + 1) % Math.max(1, targets.length))
    else if (event.key === 'ArrowUp') setAt((current - 1 + targets.length) % Math.max(1, targets.length))
    else if (event.key === 'Enter') run(targets[current])
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="command-menu"
      aria-label={words.title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={() => {}}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={targets.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        aria-label={words.title}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.placeholder}
        value={text}
        onKeyDown={move}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={words.title} tabIndex={-1}>
        {targets.map((target, index) => (
          <Fragment key={target.id}>
            {target.group === targets[index - 1]?.group ? null : (
              <div className="group" role="presentation">
                {words.groups[target.group]}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              tabIndex={-1}
              data-id={target.id}
              onClick={() => run(target)}
              onMouseMove={() => setAt(index)}
            >
              <span>{target.name}</span>
              {target.note ? (
                target.group === 'commands' ? (
                  <kbd>{target.note}</kbd>
                ) : (
                  <span className="faint number">{target.note}</span>
                )
              ) : null}
            </div>
          </Fragment>
        ))}
      </div>
      <div className="end" role="status">
        {targets.length > 0 ? words.results(targets.length) : isSearching ? words.searching : words.nothing}
      </div>
    </dialog>
  )
}
