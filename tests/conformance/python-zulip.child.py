"""Drives the unmodified Python package `zulip`: prints a line of JSON for each call, and whether it answered as expected."""

import io
import json
import os
import threading
import time

import zulip

SITE = os.environ["HUBBUB_SITE"]


def client_of(email, key):
    return zulip.Client(email=email, api_key=key, site=SITE)


owner = client_of(os.environ["HUBBUB_EMAIL"], os.environ["HUBBUB_API_KEY"])
other = client_of(os.environ["OTHER_EMAIL"], os.environ["OTHER_API_KEY"])


def told(name, answer, result="success", **expected):
    """Prints what a call answered, and holds it against what is expected of it."""
    right = answer.get("result") == result and all(answer.get(key) == value for key, value in expected.items())
    print(json.dumps({"call": name, "right": right, "answer": None if right else answer}), flush=True)
    return answer


def call(name, method, url, /, **request):
    return told(name, owner.call_endpoint(url=url, method=method, request=request))


def check(name, condition):
    print(json.dumps({"call": name, "right": bool(condition), "answer": None}), flush=True)


def named_file(name, content):
    file = io.BytesIO(content)
    file.name = name
    return file


def people_and_settings():
    told("get_server_settings", owner.get_server_settings())
    me = told("get_profile", owner.get_profile(), email=owner.email)
    them = told("get_profile of another", other.get_profile())
    told("get_users", owner.get_users())
    check("get_members finds both", {me["user_id"], them["user_id"]} <= {each["user_id"] for each in owner.get_members()["members"]})
    told("get_user_by_id", owner.get_user_by_id(them["user_id"]))
    told("update_user_by_id", owner.update_user_by_id(them["user_id"], full_name="Pia Packer"))
    told("deactivate_user_by_id", owner.deactivate_user_by_id(int(os.environ["THIRD_ID"])))
    told("reactivate_user_by_id", owner.reactivate_user_by_id(int(os.environ["THIRD_ID"])))
    told("update_presence", owner.update_presence({"status": "active", "ping_only": False, "new_user_input": True}))
    told("get_user_presence", other.get_user_presence(owner.email))
    told("get_realm_presence", owner.get_realm_presence())
    told("add_alert_words", owner.add_alert_words(["flood"]), alert_words=["flood"])
    told("get_alert_words", owner.get_alert_words(), alert_words=["flood"])
    told("remove_alert_words", owner.remove_alert_words(["flood"]), alert_words=[])
    told("update_notification_settings", owner.update_notification_settings({"enable_sounds": False}))
    return me, them


def channels(me, them):
    told("add_subscriptions", owner.add_subscriptions([{"name": "floor", "description": "Who is *where*"}, {"name": "yard"}]))
    told("add_subscriptions for another", owner.add_subscriptions([{"name": "floor"}], principals=[them["user_id"]]))
    floor = told("get_stream_id", owner.get_stream_id("floor"))["stream_id"]
    told("get_streams", owner.get_streams(include_public=True))
    told("get_subscriptions", owner.get_subscriptions())
    told("get_subscribers", owner.get_subscribers(stream="floor"))
    told("get_subscription_status", owner.get_subscription_status(them["user_id"], floor), is_subscribed=True)
    told("update_subscription_settings", owner.update_subscription_settings([{"stream_id": floor, "property": "pin_to_top", "value": True}]))
    told("update_stream", owner.update_stream({"stream_id": floor, "description": "Who is there"}))
    told("mute_topic", owner.mute_topic({"stream": "floor", "topic": "noise", "op": "add"}))
    told("add_default_stream", owner.add_default_stream(floor))
    told("remove_subscriptions", owner.remove_subscriptions(["yard"]), removed=["yard"])
    told("add_subscriptions again", owner.add_subscriptions([{"name": "yard"}]))
    return floor


def messages(floor, them):
    sent = told("send_message", owner.send_message({"type": "stream", "to": "floor", "topic": "gates", "content": "gate 4 is **shut**"}))["id"]
    told("send_message to people", owner.send_message({"type": "private", "to": [other.email], "content": "a word"}))
    reply = told("send_message by another", other.send_message({"type": "stream", "to": floor, "topic": "gates", "content": "open again"}))["id"]
    found = told("get_messages", owner.get_messages({"anchor": "newest", "num_before": 9, "num_after": 0, "narrow": [{"operator": "stream", "operand": "floor"}, {"operator": "topic", "operand": "gates"}]}))
    check("get_messages finds them", [each["id"] for each in found["messages"]] == [sent, reply])
    told("get_raw_message", owner.get_raw_message(sent), raw_content="gate 4 is **shut**")
    told("check_messages_match_narrow", owner.check_messages_match_narrow(msg_ids=[sent], narrow=[["has", "link"]]), messages={})
    told("update_message", owner.update_message({"message_id": sent, "content": "gate 4 is *shut*"}))
    history = told("get_message_history", owner.get_message_history(sent))["message_history"]
    check("the history has both texts", [each["content"] for each in history] == ["gate 4 is **shut**", "gate 4 is *shut*"])
    emoji = {"message_id": sent, "emoji_name": "joy", "emoji_code": "1f602", "reaction_type": "unicode_emoji"}
    told("add_reaction", owner.add_reaction(emoji))
    told("add_reaction twice", owner.add_reaction(emoji), result="error", code="REACTION_ALREADY_EXISTS")
    told("remove_reaction", owner.remove_reaction(emoji))
    told("update_message_flags", owner.update_message_flags({"messages": [sent, reply], "op": "add", "flag": "starred"}), messages=[sent, reply])
    told("mark_topic_as_read", other.mark_topic_as_read(floor, "gates"))
    told("mark_stream_as_read", other.mark_stream_as_read(floor))
    told("mark_all_as_read", other.mark_all_as_read())
    told("read receipts", owner.call_endpoint(url=f"messages/{sent}/read_receipts", method="GET"), user_ids=[them["user_id"]])
    told("render_message", owner.render_message({"content": "**bay**"}), rendered="<p><strong>bay</strong></p>")
    topics = told("get_stream_topics", owner.get_stream_topics(floor))["topics"]
    check("the topic is there", "gates" in [each["name"] for each in topics])
    told("set_typing_status", owner.set_typing_status({"op": "start", "to": [them["user_id"]]}))
    told("move_topic", owner.move_topic("floor", "yard", "gates", "gates of the yard"))
    check("it moved", owner.get_messages({"anchor": "newest", "num_before": 9, "num_after": 0, "narrow": [["stream", "yard"], ["topic", "gates of the yard"]]})["messages"][0]["id"] == sent)
    told("delete_message", owner.delete_message(sent))


def files_and_emoji():
    uploaded = told("upload_file", owner.upload_file(named_file("plan.txt", b"bay by bay")))
    told("send_message with a file", owner.send_message({"type": "stream", "to": "yard", "topic": "plans", "content": f"[plan]({uploaded['url']})"}))
    check("get_attachments", owner.get_attachments()["attachments"][0]["name"] == "plan.txt")
    told("upload_custom_emoji", owner.upload_custom_emoji("forklift", named_file("forklift.png", bytes.fromhex(os.environ["PICTURE"]))))
    told("get_realm_emoji", owner.get_realm_emoji())
    told("delete_custom_emoji", owner.delete_custom_emoji("forklift"))


def organization():
    told("add_realm_filter", owner.add_realm_filter("#(?P<id>[0-9]+)", "https://tickets.example/{id}"))
    linkifiers = told("get_realm_linkifiers", owner.get_realm_linkifiers())["linkifiers"]
    told("remove_realm_filter", owner.remove_realm_filter(linkifiers[0]["id"]))
    field = told("create_realm_profile_field", owner.create_realm_profile_field(name="Phone", hint="", field_type=1))["id"]
    told("get_realm_profile_fields", owner.get_realm_profile_fields())
    told("update_realm_profile_field", owner.update_realm_profile_field(field, name="Mobile"))
    told("reorder_realm_profile_fields", owner.reorder_realm_profile_fields(order=[field]))
    told("remove_realm_profile_field", owner.remove_realm_profile_field(field))
    told("update_storage", owner.update_storage({"storage": {"round": "7"}}))
    told("get_storage", owner.get_storage({"keys": ["round"]}), storage={"round": "7"})
    call("PATCH realm", "PATCH", "realm", move_messages_between_streams_limit_seconds="unlimited")


def groups(me, them):
    told("create_user_group", owner.create_user_group({"name": "night", "description": "who works at night", "members": [me["user_id"]]}))
    group = next(each for each in told("get_user_groups", owner.get_user_groups())["user_groups"] if each["name"] == "night")["id"]
    told("update_user_group", owner.update_user_group({"group_id": group, "name": "nights", "description": "at night"}))
    told("update_user_group_members", owner.update_user_group_members(group, {"add": [them["user_id"]], "delete": [me["user_id"]]}))
    told("group members", owner.call_endpoint(url=f"user_groups/{group}/members", method="GET"), members=[them["user_id"]])
    told("an old value that is another", owner.call_endpoint(url=f"user_groups/{group}", method="PATCH", request={"can_mention_group": {"new": group, "old": group}}), result="error")
    told("remove_user_group", owner.remove_user_group(group))


def what_waits(floor):
    at = int(time.time()) + 3600
    scheduled = call("schedule", "POST", "scheduled_messages", type="channel", to=floor, topic="later", content="the night shift begins", scheduled_delivery_timestamp=at)["scheduled_message_id"]
    call("reschedule", "PATCH", f"scheduled_messages/{scheduled}", content="it begins")
    check("what is scheduled", call("list", "GET", "scheduled_messages")["scheduled_messages"][0]["content"] == "it begins")
    call("cancel", "DELETE", f"scheduled_messages/{scheduled}")
    draft = call("draft", "POST", "drafts", drafts=[{"type": "stream", "to": [floor], "topic": "gates", "content": "not yet", "timestamp": at}])["ids"][0]
    call("change a draft", "PATCH", f"drafts/{draft}", draft={"type": "private", "to": [], "topic": "", "content": "hm", "timestamp": at})
    check("what is drafted", call("drafts", "GET", "drafts")["drafts"][0]["content"] == "hm")
    call("drop a draft", "DELETE", f"drafts/{draft}")
    snippet = call("snippet", "POST", "saved_snippets", title="bye", content="until tomorrow")["saved_snippet_id"]
    call("change a snippet", "PATCH", f"saved_snippets/{snippet}", title="farewell")
    call("snippets", "GET", "saved_snippets")
    call("drop a snippet", "DELETE", f"saved_snippets/{snippet}")
    poll = owner.send_message({"type": "stream", "to": floor, "topic": "lunch", "content": "/poll lunch?\nyes\nno"})["id"]
    vote = json.dumps({"type": "vote", "key": "canned,0", "vote": 1})
    told("vote", other.call_endpoint(url="submessage", request={"message_id": poll, "msg_type": "widget", "content": vote}))
    reminder = call("remind", "POST", "reminders", message_id=poll, scheduled_delivery_timestamp=at, note="count")["reminder_id"]
    call("reminders", "GET", "reminders")
    call("forget it", "DELETE", f"reminders/{reminder}")
    call("view", "POST", "navigation_views", fragment="narrow/has/link", is_pinned=True, name="Links")
    call("views", "GET", "navigation_views")
    call("folder", "POST", "channel_folders/create", name="Sites", description="by place")
    call("folders", "GET", "channel_folders")
    told("delete a topic", owner.call_endpoint(url=f"streams/{floor}/delete_topic", request={"topic_name": "lunch"}), complete=True)


def events():
    heard = threading.Event()
    listener = client_of(other.email, other.api_key)
    threading.Thread(target=lambda: listener.call_on_each_message(lambda message: heard.set() if message["content"] == "are you there" else None), daemon=True).start()
    # The library tells nobody when its queue stands, so messages are sent until one is heard.
    while not heard.wait(0.2):
        owner.send_message({"type": "stream", "to": "floor", "topic": "events", "content": "are you there"})
    check("call_on_each_message hears of a message", True)
    queue = told("register", owner.register(event_types=["message"], narrow=[["stream", "floor"]]))
    owner.send_message({"type": "stream", "to": "floor", "topic": "events", "content": "once"})
    check("get_events", told("events", owner.get_events(queue_id=queue["queue_id"], last_event_id=-1))["events"][0]["message"]["content"] == "once")
    told("deregister", owner.deregister(queue["queue_id"]))
    told("events of a queue that is gone", owner.get_events(queue_id=queue["queue_id"], last_event_id=-1), result="error", code="BAD_EVENT_QUEUE_ID")


me, them = people_and_settings()
floor = channels(me, them)
messages(floor, them)
files_and_emoji()
organization()
groups(me, them)
what_waits(floor)
events()
told("delete_stream", owner.delete_stream(owner.get_stream_id("yard")["stream_id"]))
print(json.dumps({"version": zulip.__version__}), flush=True)
