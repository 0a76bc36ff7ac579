const controls = `a[href], button, input, select, textarea, summary, [contenteditable], [popover],
  [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=option], [role=tab],
  [role=separator], [role=slider], [role=spinbutton], [role=combobox], [role^=menuitem]`

/** On a control, Enter, Space and the arrows mean what they mean there, whatever the screen does with them. */
export const isOnControl = ({ target }: Pick<Event, 'target'>) =>
  target instanceof Element && target.closest(controls) !== null
