import { setPreferences, usePreferences } from '../data/preferences.ts'
import { Dialog } from '../ui/dialog.tsx'
import { keyLabel, useShortcutGroups } from '../ui/shortcuts.ts'
import { words } from '../words/frame.ts'
import './shortcuts-dialog.css'

/** All keys that work on the present screen, as its parts have declared them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  // The keys of this screen come before those that work everywhere.
  const groups = useShortcutGroups().toSorted((a, b) => Number(isAnywhere(a)) - Number(isAnywhere(b)))
  const { hasLetterKeys } = usePreferences()
  return (
    <Dialog title={words.shortcuts.title} onClose={onClose}>
      <div className="shortcuts">
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ name, keys }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{keyLabel(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="letter-keys">
        <input
          type="checkbox"
          checked={hasLetterKeys}
          onChange={(event) => setPreferences({ hasLetterKeys: event.target.checked })}
        />
        {words.letterKeys}
      </label>
    </Dialog>
  )
}

const isAnywhere = ({ title }: { title: string }) => title === words.shortcuts.everywhere
