"""Typed client of Hubbub: team chat and delivery dispatch."""

from .chat import ChatClient
from .dispatch import DispatchClient
from .errors import HubbubError
from .events import EventReader, Position
from .http import File
from .streams import Frame
from .webhooks import is_signed

__all__ = ["ChatClient", "DispatchClient", "EventReader", "File", "Frame", "HubbubError", "Position", "is_signed"]
