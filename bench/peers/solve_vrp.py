"""Solves vehicle routing problems with time windows by PyVRP or OR-Tools, for bench/peers.ts.

Reads one problem as JSON from standard input: {"solver", "seconds", "vehicles", "capacity", "depot", "customers"}, where
places are {"x", "y", "demand", "ready", "due", "service"}. Writes {"version", "distance"} or {"version", "distance": null}
if not all customers are served within the time.
"""

import importlib.metadata
import json
import math
import sys

# Both compute with whole numbers.
SCALE = 1000


def scaled(value):
    return round(value * SCALE)


def by_pyvrp(problem, matrix, places):
    from pyvrp import Model
    from pyvrp.stop import MaxRuntime

    model = Model()
    depot, *customers = places
    nodes = [model.add_depot(x=0, y=0, tw_early=0, tw_late=scaled(depot["due"]))]
    model.add_vehicle_type(num_available=problem["vehicles"], capacity=problem["capacity"])
    nodes += [
        model.add_client(
            x=0,
            y=0,
            delivery=customer["demand"],
            service_duration=scaled(customer["service"]),
            tw_early=scaled(customer["ready"]),
            tw_late=scaled(customer["due"]),
        )
        for customer in customers
    ]
    for i, start in enumerate(nodes):
        for j, end in enumerate(nodes):
            if i != j:
                model.add_edge(start, end, distance=matrix[i][j], duration=matrix[i][j])
    result = model.solve(MaxRuntime(problem["seconds"]), seed=1, display=False)
    return result.best.distance() if result.is_feasible() else None


def by_ortools(problem, matrix, places):
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2

    manager = pywrapcp.RoutingIndexManager(len(places), problem["vehicles"], 0)
    routing = pywrapcp.RoutingModel(manager)
    node = manager.IndexToNode
    way = routing.RegisterTransitCallback(lambda i, j: matrix[node(i)][node(j)])
    routing.SetArcCostEvaluatorOfAllVehicles(way)
    demand = routing.RegisterUnaryTransitCallback(lambda i: places[node(i)]["demand"])
    routing.AddDimension(demand, 0, problem["capacity"], True, "load")
    time = routing.RegisterTransitCallback(
        lambda i, j: matrix[node(i)][node(j)] + scaled(places[node(i)]["service"])
    )
    horizon = scaled(places[0]["due"])
    routing.AddDimension(time, horizon, horizon, False, "time")
    times = routing.GetDimensionOrDie("time")
    for n, place in enumerate(places[1:], start=1):
        times.CumulVar(manager.NodeToIndex(n)).SetRange(scaled(place["ready"]), scaled(place["due"]))
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    parameters.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PARALLEL_CHEAPEST_INSERTION
    parameters.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    parameters.time_limit.FromMilliseconds(round(problem["seconds"] * 1000))
    solution = routing.SolveWithParameters(parameters)
    return solution.ObjectiveValue() if solution else None


SOLVERS = {"pyvrp": by_pyvrp, "ortools": by_ortools}


def main():
    problem = json.load(sys.stdin)
    places = [problem["depot"], *problem["customers"]]
    matrix = [[scaled(math.hypot(a["x"] - b["x"], a["y"] - b["y"])) for b in places] for a in places]
    distance = SOLVERS[problem["solver"]](problem, matrix, places)
    version = importlib.metadata.version(problem["solver"])
    json.dump({"version": version, "distance": None if distance is None else distance / SCALE}, sys.stdout)


main()
