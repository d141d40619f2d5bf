"""What a browser gives to screen readers over AT-SPI, as JSON in lines. For test/e2e/at-spi.test.mjs.

Turns accessibility on for the session bus, before the browser starts, and then listens. Each line on the standard input is a
command; each is answered by one line.

tree    the nodes of the first element <auth-widget>, in their order; [] where there is none yet
events  what has happened since the last call: what got the focus, and what has changed in live regions
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

STATES = ("invalid-entry", "required", "pressed", "enabled", "busy", "focused")
EVENTS = ("object:state-changed:focused", "object:state-changed:showing", "object:text-changed:insert")

happened = []


def describe(node):
    node.clear_cache()
    states = {state.value_nick for state in node.get_state_set().get_states()}
    return {
        "role": node.get_role_name(),
        "name": node.get_name() or "",
        "description": node.get_description() or "",
        "text": Atspi.Text.get_text(node, 0, -1) if "Text" in node.get_interfaces() else "",
        "attributes": node.get_attributes() or {},
        "states": [state for state in STATES if state in states],
    }


def handle_event(event):
    try:
        if event.detail1 == 0 and "state-changed" in event.type:
            return
        inserted = event.any_data if isinstance(event.any_data, str) else ""
        happened.append({"type": event.type, "inserted": inserted, **describe(event.source)})
    except GLib.Error:
        pass  # the element is gone already


def children(node):
    return [child for index in range(node.get_child_count()) if (child := node.get_child_at_index(index))]


def find_widget(node):
    if (node.get_attributes() or {}).get("tag") == "auth-widget":
        return node
    # This leaves out the toolbars of the browser.
    if node.get_role_name() in ("tool bar", "menu"):
        return None
    return next(filter(None, map(find_widget, children(node))), None)


def flatten(node):
    yield describe(node)
    for child in children(node):
        yield from flatten(child)


widget = None


def read_tree():
    global widget
    try:
        if not widget:
            desktop = Atspi.get_desktop(0)
            desktop.clear_cache()
            widget = find_widget(desktop)
        if not widget:
            return []
        return list(flatten(widget))
    except GLib.Error:
        widget = None  # the page has changed meanwhile
        return []


def handle_command(channel, _condition):
    command = channel.readline().strip()
    if not command:
        Atspi.event_quit()
        return False
    answer = read_tree() if command == "tree" else list(happened)
    if command == "events":
        happened.clear()
    print(json.dumps(answer), flush=True)
    return True


Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
    "org.a11y.Bus",
    "/org/a11y/bus",
    "org.freedesktop.DBus.Properties",
    "Set",
    GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True))),
    None,
    Gio.DBusCallFlags.NONE,
    -1,
)
Atspi.init()
listener = Atspi.EventListener.new(handle_event)
for name in EVENTS:
    listener.register(name)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, handle_command)
print(json.dumps("ready"), flush=True)
Atspi.event_main()
